/** One server of the set-up, with the ports of PostgreSQL and of Patroni's REST API. */
export interface Server {
  name: string;
  port: number;
  restPort: number;
}

/** Returns the `patroni.yml` of a server, as docs/scaling.md has it, on loopback. */
export function patroniYml({ name, port, restPort }: Server, folder: string, etcdPort: number): string {
  return `scope: provender
name: ${name}
restapi:
  listen: 127.0.0.1:${restPort}
  connect_address: 127.0.0.1:${restPort}
etcd3:
  host: 127.0.0.1:${etcdPort}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 200
        wal_keep_size: 256MB
  initdb:
    - encoding: UTF8
    - data-checksums
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${folder}/${name}
  bin_dir: /usr/lib/postgresql/15/bin
  pgpass: ${folder}/${name}.pgpass
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  parameters:
    unix_socket_directories: ''
  authentication:
    superuser: { username: postgres, password: secret }
    replication: { username: replicator, password: secret }
    rewind: { username: rewinder, password: secret }
  pg_hba:
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication replicator 127.0.0.1/32 scram-sha-256
`;
}

/** Returns the `haproxy.cfg` whose port leads to the primary, as docs/scaling.md has it. */
export function haproxyCfg(port: number, servers: Server[]): string {
  const lines = servers.map(
    (server) => `  server ${server.name} 127.0.0.1:${server.port} maxconn 190 check port ${server.restPort}`,
  );
  return `defaults
  mode tcp
  timeout connect 4s
  timeout client 30m
  timeout server 30m
  timeout check 2s

listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${lines.join('\n')}
`;
}
