import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stage, until } from '../chaos/stage/stage.ts';
import { freePort } from './free-port.ts';

/** Starts Debian's HAProxy with the configuration that `configure` returns for the address to listen on. */
export async function startHaproxy(stage: Stage, configure: (address: string) => string) {
  const [port, statsPort] = [await freePort(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'provender-haproxy-'));
  stage.onEnd(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(
    file,
    `${configure(`127.0.0.1:${port}`)}
listen stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
`,
  );
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  stage.onEnd(() => ended(haproxy));
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  if (!(await until(answers, 10_000))) throw new Error('HAProxy does not respond: apt-get install haproxy');
  return { url, isUp: (backend: string, server: string) => isUp(statsPort, backend, server) };
}

/** Returns whether the proxy sends requests to a server, according to its statistics. */
async function isUp(statsPort: number, backend: string, server: string): Promise<boolean> {
  const text = await (await fetch(`http://127.0.0.1:${statsPort}/;csv`)).text();
  return new RegExp(`^${backend},${server},.*,UP,`, 'm').test(text);
}

async function ended(program: ChildProcess): Promise<void> {
  const end = new Promise((resolve) => program.once('exit', resolve));
  if (program.kill('SIGTERM')) await end;
}
