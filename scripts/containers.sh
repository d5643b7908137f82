#!/usr/bin/env bash
# Builds the image from the file of a release in dist/release, and starts it, with whichever tool is available: podman
# or docker, with PostgreSQL in a separate container; buildah, with the embedded PostgreSQL in a folder of this machine.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! compgen -G 'dist/release/provender-[0-9]*.tgz' >/dev/null; then
  echo 'Put the file of a release into dist/release, or build it: npm ci && npm run release' >&2
  exit 1
fi

has() { command -v "$1" >/dev/null && "$1" info >/dev/null 2>&1; }

url=http://127.0.0.1:${PORT:-3000}

# Waits until the service is ready. $1 is the command that shows its log.
wait_until_ready() {
  for _ in $(seq 60); do
    if curl -fsS -o /dev/null "$url/readyz" 2>/dev/null; then
      echo "Provender is ready on $url"
      return
    fi
    sleep 1
  done
  echo "Provender is not ready after 60 seconds: $1" >&2
  exit 1
}

# Chroot isolation needs no rights that a nested container lacks. It does not keep the image's volumes.
start_by_buildah() {
  local data=${DATA_DIR:-$PWD/.data-container} container
  container=$(buildah from provender)
  install -d -m 700 -o 10001 -g 10001 "$data"
  buildah run --isolation chroot --network host --user 10001 --volume "$data:/srv/provender" --env DATA_DIR=/srv/provender \
    --env HOST=127.0.0.1 --env PORT="${PORT:-3000}" --env PUBLIC_URL="$url" \
    "$container" -- provender start >"$data.log" 2>&1 &
  echo "buildah runs it with its data in $data. Stop it: pkill -u 10001 -f 'provender start'; buildah rm $container"
  wait_until_ready "cat $data.log"
}

# Podman and docker also start the database, which needs a password; the service needs a key.
write_env() {
  (umask 077 && printf 'POSTGRES_PASSWORD=%s\nSECRETS_KEY=%s\n' "$(openssl rand -hex 24)" "$(openssl rand -base64 32)" >.env)
  echo 'Wrote .env with a new password and key. Keep a copy: without SECRETS_KEY, webhook secrets cannot be read.'
}

# Images in the OCI format have no health check.
if has podman; then
  podman build --format docker --tag provender .
  engine=podman
elif has docker; then
  docker build --file Containerfile --tag provender .
  engine=docker
elif has buildah; then
  buildah build --isolation chroot --format docker --tag provender .
  start_by_buildah
  exit
else
  echo 'Install podman, docker or buildah first.' >&2
  exit 1
fi

if ! "$engine" compose version >/dev/null 2>&1; then
  echo "Built the image provender. To start it, install a compose provider for $engine (podman-compose or docker compose), then run this again." >&2
  exit 1
fi
[[ -f .env ]] || write_env
"$engine" compose up --detach --no-build --wait 2>/dev/null || "$engine" compose up --detach --no-build
wait_until_ready "$engine compose logs provender"
echo "Create an account: $engine compose exec provender provender account create --email you@example.com --plan business --password -"
