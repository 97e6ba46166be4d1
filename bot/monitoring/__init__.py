"""Metrics and health of a running bot.

metrics: what is counted and measured; without METRICS_PORT nothing of it is kept.
prometheus: the metrics as Prometheus reads them, imported only where they are served.
endpoint: the health and the metrics on the loopback.
"""

from bot.monitoring.endpoint import LOOPBACK, MonitoredBot, MonitoringEndpoint, serve_monitoring
from bot.monitoring.metrics import Metrics

__all__ = ["LOOPBACK", "Metrics", "MonitoredBot", "MonitoringEndpoint", "serve_monitoring"]
