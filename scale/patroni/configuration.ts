import { readFileSync } from 'node:fs';

/** One server of the set-up, with the ports of PostgreSQL and of Patroni's REST API. */
export interface Server {
  name: string;
  port: number;
  restPort: number;
}

/** Returns the `patroni.yml` of docs/scaling.md, for a server on loopback with its data in `folder`. */
export function patroniYml({ name, port, restPort }: Server, folder: string, etcdPort: number): string {
  const documented = documentedIn(/```yaml\n(scope: .*?)```/s)
    .replace('name: db1', `name: ${name}`)
    .replaceAll('10.0.0.1:8008', `127.0.0.1:${restPort}`)
    .replaceAll('10.0.0.1:5432', `127.0.0.1:${port}`)
    .replace(/hosts: .*/, `hosts: 127.0.0.1:${etcdPort}`)
    .replace(/data_dir: .*/, `data_dir: ${folder}/${name}`)
    .replace(/pgpass: .*/, `pgpass: ${folder}/${name}.pgpass`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replaceAll('password: …', 'password: secret');
  return `${documented}  parameters: { unix_socket_directories: '' }\n`;
}

/** Returns the `haproxy.cfg` of docs/scaling.md, for these servers and a port on loopback. */
export function haproxyCfg(port: number, servers: Server[]): string {
  let text = documentedIn(/```text\n(defaults\n(?:(?!```).)*listen primary.*?)```/s);
  text = text.replace(/bind .*/, `bind 127.0.0.1:${port}`);
  for (const server of servers) {
    text = text.replace(
      new RegExp(`server ${server.name} \\S+ (.*) check port .*`),
      `server ${server.name} 127.0.0.1:${server.port} $1 check port ${server.restPort}`,
    );
  }
  return text;
}

function documentedIn(block: RegExp): string {
  const page = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
  const [, documented] = block.exec(page) ?? [];
  if (!documented) throw new Error('docs/scaling.md shows no configuration of Patroni and HAProxy');
  return documented;
}
