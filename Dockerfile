# The image of Seaboard: built in one stage, run from another without build tools; docs/serve.md says how to use it.
# Docker pulls the digest; the tag is for readers. Dependabot proposes newer ones (.github/dependabot.yml).
FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /build
RUN python -m venv /opt/seaboard
COPY requirements/run.txt requirements/build.txt requirements/
RUN /opt/seaboard/bin/python -m pip install --require-hashes -r requirements/run.txt \
    && python -m pip install --require-hashes -r requirements/build.txt
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN python -m build --wheel --no-isolation --outdir dist \
    && /opt/seaboard/bin/python -m pip install --no-deps dist/seaboard-*.whl

FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea
# "generic": code for every processor of this architecture; without it, games are compiled for the processor that builds
ENV PATH=/opt/seaboard/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    NUMBA_CPU_NAME=generic \
    SEABOARD_CACHE=/var/lib/seaboard/compiled \
    SEABOARD_DATABASE=sqlite:////var/lib/seaboard/data/tables.db \
    SEABOARD_HOST=0.0.0.0 \
    SEABOARD_LOG=json
RUN useradd --system --uid 10001 --home-dir /var/lib/seaboard --create-home seaboard \
    && install --directory --owner seaboard --mode 700 /var/lib/seaboard/data /var/lib/seaboard/compiled
COPY --from=build /opt/seaboard /opt/seaboard
USER seaboard
WORKDIR /var/lib/seaboard
RUN seaboard compile
VOLUME /var/lib/seaboard/data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["seaboard", "serve"]
