import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stage, until } from '../chaos/stage/stage.ts';
import { freePort } from './free-port.ts';

/** How often it checks whether an instance is ready. */
const CHECK_MS = 250;

/** Starts Debian's HAProxy. It never retries, so that every refused request is visible. */
export async function startHaproxy(stage: Stage, ports: number[]) {
  const [port, statsPort] = [await freePort(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'provender-haproxy-'));
  stage.onEnd(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'haproxy.cfg');
  const servers = ports.map((each, at) => `  server instance${at} 127.0.0.1:${each} check`);
  await writeFile(
    file,
    `defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
frontend api
  bind 127.0.0.1:${port}
  default_backend instances
backend instances
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server inter ${CHECK_MS} fall 2 rise 2
${servers.join('\n')}
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
  return { url, isUp: (at: number) => isUp(statsPort, at) };
}

/** Returns whether the proxy sends requests to an instance, according to its statistics. */
async function isUp(statsPort: number, at: number): Promise<boolean> {
  const text = await (await fetch(`http://127.0.0.1:${statsPort}/;csv`)).text();
  return new RegExp(`^instances,instance${at},.*,UP,`, 'm').test(text);
}

async function ended(program: ChildProcess): Promise<void> {
  const end = new Promise((resolve) => program.once('exit', resolve));
  if (program.kill('SIGTERM')) await end;
}
