import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Stage, temporaryFolder, until } from '../stage.ts';
import { closedPort } from '../../test/support/webhook/receiver.ts';

/** Starts Debian's HAProxy with the configuration that `configure` returns for the address to listen on. */
export async function startHaproxy({ onEnd }: Stage, configure: (address: string) => string) {
  const [port, statsPort] = [await closedPort(), await closedPort()];
  const stats = `listen stats\n  bind 127.0.0.1:${statsPort}\n  stats enable\n  stats uri /\n`;
  const file = join(await temporaryFolder(onEnd), 'haproxy.cfg');
  await writeFile(file, `${configure(`127.0.0.1:${port}`)}\n${stats}`);
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const ended = once(haproxy, 'exit').catch(() => {});
  onEnd(async () => haproxy.kill('SIGTERM') && (await ended));
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  if (!(await until(answers, 10_000))) throw new Error('HAProxy does not respond: apt-get install haproxy');
  return {
    url,
    /** Returns whether the proxy sends requests to a server, according to its statistics. */
    async isUp(backend: string, server: string): Promise<boolean> {
      const text = await (await fetch(`http://127.0.0.1:${statsPort}/;csv`)).text();
      return new RegExp(`^${backend},${server},.*,UP,`, 'm').test(text);
    },
  };
}

/** Returns a configuration file of `ops`, which docs/scaling.md recommends. */
export function documented(name: string): string {
  return readFileSync(new URL(`../../ops/${name}`, import.meta.url), 'utf8');
}
