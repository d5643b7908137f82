#!/usr/bin/env bash
# Recovers a PostgreSQL server to the moment before a mistake, as docs/operations.md describes.
# Needs the server's programs (Debian: apt-get install postgresql), and the user postgres when run as root.
set -euo pipefail
cd "$(dirname "$0")/.."

BIN=$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -1 || command -v initdb)")
WORK=$(mktemp -d)
PORT=${PORT:-54399}
OWNER=$(id -un)
if [ "$OWNER" = root ]; then OWNER=postgres; fi
chown "$OWNER" "$WORK"

as_owner() { if [ "$(id -un)" = "$OWNER" ]; then "$@"; else (cd / && setpriv --reuid="$OWNER" --regid="$OWNER" --init-groups "$@"); fi; }
control() { as_owner "$BIN/pg_ctl" -s -w -D "$WORK/$1" -l "$WORK/log" "${@:2}"; }
sql() { as_owner "$BIN/psql" -qAt -h 127.0.0.1 -p "$PORT" "$@"; }
clean_up() {
  control data stop -m immediate 2>/dev/null || control restored stop -m immediate 2>/dev/null || true
  rm -rf "$WORK"
}
trap clean_up EXIT

export DATABASE_URL="postgres://127.0.0.1:$PORT/provender?user=$OWNER"
provender() { npm run -s provender -- "$@"; }
account() { provender account create --email "$1" --password 'correct horse' >/dev/null; }

as_owner mkdir "$WORK/archive"
as_owner "$BIN/initdb" -D "$WORK/data" -A trust >/dev/null
as_owner tee -a "$WORK/data/postgresql.conf" >/dev/null <<CONF
port = $PORT
unix_socket_directories = '$WORK'
archive_mode = on
archive_command = 'test ! -f $WORK/archive/%f && cp %p $WORK/archive/%f'
CONF
control data start
sql -d postgres -c 'CREATE DATABASE provender'
account before-base@supplier.example
as_owner "$BIN/pg_basebackup" -h 127.0.0.1 -p "$PORT" -D "$WORK/restored" -c fast
account after-base@supplier.example
sleep 1
MOMENT=$(sql -d postgres -c 'SELECT now()')
sleep 1
account mistake@supplier.example
sql -d postgres -c 'SELECT pg_switch_wal()' >/dev/null
until [ -z "$(sql -d postgres -c "SELECT 1 FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready' LIMIT 1")" ]; do sleep 0.2; done
control data stop -m immediate

as_owner tee -a "$WORK/restored/postgresql.conf" >/dev/null <<CONF
restore_command = 'cp $WORK/archive/%f %p'
recovery_target_time = '$MOMENT'
recovery_target_action = promote
CONF
as_owner touch "$WORK/restored/recovery.signal"
control restored start
until [ "$(sql -d postgres -c 'SELECT pg_is_in_recovery()')" = f ]; do sleep 0.2; done

FOUND=$(sql -d provender -c "SELECT string_agg(email, ' ' ORDER BY id) FROM accounts")
EXPECTED='before-base@supplier.example after-base@supplier.example'
echo "recovered to $MOMENT: $FOUND"
[ "$FOUND" = "$EXPECTED" ]
# The service continues there.
account next@supplier.example
echo ok
