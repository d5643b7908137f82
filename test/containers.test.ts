import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { request } from './support/http/http.ts';
import { ownPostgresql } from './support/process/copied-project.ts';
import { useHost } from './support/process/host.ts';
import { ownEnvironment, ROOT } from './support/process/process.ts';
import { demoOf } from './support/process/said.ts';

const host = useHost();

interface Stage {
  copies: { from: string | undefined; sources: string[]; target: string }[];
}

let stages: Stage[];
let ignored: RegExp[];
beforeAll(async () => {
  ignored = (await readFile(join(ROOT, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(
      (line) =>
        new RegExp(`^${RegExp.escape(line).replace('\\*\\*\\/', '(.*/)?').replace('\\*', '[^/]*')}(/|$)`),
    );
  const file = await readFile(join(ROOT, 'Containerfile'), 'utf8');
  stages = file
    .split(/^FROM /m)
    .slice(1)
    .map((text) => ({
      copies: [...text.matchAll(/^COPY (?:--from=(\w+) )?(.+) (\S+)$/gm)].map(
        ([, from, sources, target]) => ({
          from,
          sources: sources!.split(' '),
          target: target!,
        }),
      ),
    }));
});

it('copies only tracked files and folders by their names', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const sources = stages.flatMap(({ copies }) =>
    copies.filter(({ from }) => !from).flatMap((copy) => copy.sources),
  );
  expect(sources.length).toBeGreaterThan(5);
  for (const source of sources) {
    expect(source).toMatch(/^\w[\w/.-]*$/);
    expect(tracked.some((file) => file === source || file.startsWith(`${source}/`))).toBe(true);
  }
});

it.each(['.env', '.env.local', 'web/.env', '.data/secrets.key', '.data-container/a', 'src/a.log'])(
  'does not send %s to the builder',
  (path) => expect(isIgnored(path)).toBe(true),
);

it('copies everything that the build and the start need', async () => {
  const folder = await host.folder();
  const [build, image] = [join(folder, 'build'), join(folder, 'image')];
  await copyStage(stages[0]!, build, ROOT);
  const { version } = ownPostgresql(build);
  onTestFinished(() =>
    rm(join('/var/lib/provender', `postgresql-${version}`), { recursive: true, force: true }),
  );
  execFileSync('npm', ['run', '-s', 'prepare'], { cwd: build, env: ownEnvironment(), stdio: 'pipe' });

  await copyStage(stages[1]!, image, ROOT, build);
  const service = await host.start({ DATA_DIR: await host.dataDir() }, { cwd: image });
  const { key } = demoOf(service.stdout());
  expect((await request(service.url, 'GET', '/deliveries', { key })).status).toBe(200);
  const headers = { Accept: 'text/html' };
  for (const page of ['/settings', '/docs', '/graphql', '/favicon.ico']) {
    expect([page, (await request(service.url, 'GET', `/${page}`, { headers })).status]).toEqual([page, 200]);
  }
}, 400_000);

/** Does what the COPY lines of a stage do, with `built` as the first stage's file system. */
async function copyStage({ copies }: Stage, folder: string, context: string, built = ''): Promise<void> {
  await mkdir(folder);
  for (const { from, sources, target } of copies) {
    for (const source of sources) {
      const path = from ? join(built, source.replace(/^\/app/, '')) : join(context, source);
      const to = target.endsWith('/') ? join(folder, target, basename(source)) : join(folder, target);
      await cp(path, to, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (each) => from !== undefined || !isIgnored(relative(context, each)),
      });
    }
  }
}

function isIgnored(path: string): boolean {
  return ignored.some((pattern) => pattern.test(path));
}
