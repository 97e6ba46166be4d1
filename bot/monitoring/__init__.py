"""Observation of a running process.

``health``: the HTTP endpoints ``/health`` and ``/metrics`` on the loopback.
``metrics``: Prometheus counters and times.
``logs``: log lines as text or JSON, without secrets; the end of a process without memory.
"""
