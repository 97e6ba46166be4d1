FROM python:3.11-slim AS packages
COPY requirements-run.lock /
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --require-hashes --requirement /requirements-run.lock

FROM python:3.11-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_PATH=/data/preferans.db
RUN useradd --system --uid 10001 --no-create-home preferans \
 && install --directory --owner preferans /data
COPY --from=packages /venv /venv
WORKDIR /app
COPY bot bot
COPY data data
# Nothing can be written later, and every worker process starts with these.
RUN python -m compileall -q bot
USER preferans
# The only thing ever written to: the root file system may be read-only.
VOLUME /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
