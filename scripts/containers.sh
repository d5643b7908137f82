#!/usr/bin/env bash
# Builds the image and starts it with PostgreSQL, by whichever of these there is: podman, docker; buildah builds only.
set -euo pipefail
cd "$(dirname "$0")/.."

has() { command -v "$1" >/dev/null; }

if [[ ! -f .env ]]; then
  (umask 077 && printf 'POSTGRES_PASSWORD=%s\nSECRETS_KEY=%s\n' "$(openssl rand -hex 24)" "$(openssl rand -base64 32)" >.env)
  echo 'Wrote .env with a new password and key. Keep a copy: without SECRETS_KEY, webhook secrets cannot be read.'
fi

# Images in OCI's own format have no health check.
if has podman; then
  podman build --format docker --tag provender .
  engine=podman
elif has docker; then
  docker build --file Containerfile --tag provender .
  engine=docker
elif has buildah; then
  exec buildah build --format docker --tag provender .
else
  echo 'Install podman or docker first.' >&2
  exit 1
fi

if ! "$engine" compose version >/dev/null 2>&1; then
  echo "Built the image provender. To start it, install a compose provider for $engine (podman-compose or docker compose), then run this again." >&2
  exit 1
fi
"$engine" compose up --detach --no-build --wait 2>/dev/null || "$engine" compose up --detach --no-build

url=http://127.0.0.1:${PORT:-3000}
for _ in $(seq 60); do
  if curl -fsS -o /dev/null "$url/readyz" 2>/dev/null; then
    echo "Provender is ready on $url"
    echo "Create an account: $engine compose exec provender provender account create --email you@example.com --password -"
    exit 0
  fi
  sleep 1
done
echo "Provender is not ready after 60 seconds: $engine compose logs provender" >&2
exit 1
