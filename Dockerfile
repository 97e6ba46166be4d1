# "make pin" puts the digest behind the version, where the image registry answers.
FROM python:3.11.15-slim-trixie AS packages
COPY requirements-run.lock /
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --require-hashes --requirement /requirements-run.lock

# The solver's search and the robots, compiled: only what came of it goes into the image.
FROM packages AS compiled
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
COPY requirements-fast.lock /
RUN /venv/bin/pip install --no-cache-dir --require-hashes --requirement /requirements-fast.lock
WORKDIR /app
COPY bot bot
COPY deploy/compile_fast.py deploy/
RUN /venv/bin/python deploy/compile_fast.py

FROM python:3.11.15-slim-trixie
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_PATH=/data/preferans.db METRICS_PORT=9110
RUN useradd --system --uid 10001 --no-create-home preferans \
 && install --directory --mode 700 --owner preferans /data
COPY --from=packages /venv /venv
WORKDIR /app
COPY bot bot
COPY --from=compiled /app/bot/analysis bot/analysis
COPY --from=compiled /app/bot/robots bot/robots
COPY data data
COPY pyproject.toml ./
# Nothing can be written later, and every worker process starts with these.
RUN python -m compileall -q bot \
 && python -c "from bot.render.words import LOCALE_FOLDER, compile_all; compile_all(LOCALE_FOLDER)"
USER preferans
# The only thing ever written to: the root file system may be read-only.
VOLUME /data
STOPSIGNAL SIGTERM
# Inside the container the loopback is its own: nothing has to be published for this.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['METRICS_PORT'] + '/health', timeout=4)"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
