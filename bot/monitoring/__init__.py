"""Metrics and health of a running bot.

metrics: the counts and durations; the form without METRICS_PORT, which keeps nothing.
prometheus: the metrics as Prometheus reads them, imported only where they are served.
endpoint: the health and the metrics on the loopback.
"""

from bot.monitoring.endpoint import LOOPBACK, MonitoredBot, MonitoringEndpoint, serve_monitoring
from bot.monitoring.metrics import Metrics

__all__ = ["LOOPBACK", "Metrics", "MonitoredBot", "MonitoringEndpoint", "serve_monitoring"]
