import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { PREPARED } from '../process/prepared-cluster.ts';
import { JOINED, ROOT } from '../process/process.ts';
import { requireGenerated } from '../../../src/require-generated.ts';
import { type Build, buildAnew, isUpToDate } from './up-to-date.ts';

/** The builds that tests need. */
const BUILDS: Record<string, Build> = {
  settings: {
    built: ['web/dist/index.html'],
    sources: [
      'web/{src,public}/**/*.*',
      'web/{index.html,vite.config.ts,driver-pages.ts}',
      'package-lock.json',
    ],
    command: ['vite', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
  },
  pages: {
    built: ['dist/docs/index.html', 'dist/graphql/index.html', 'dist/receipt/receipt.js'],
    sources: [
      'scripts/{build-pages.ts,build/*}',
      'src/{reference,graphql}/**/*.*',
      'web/{receipt,src/base/style}/*',
      'src/pages/built-folder.ts',
      'docs/*.md',
      'openapi.json',
      'package-lock.json',
    ],
    command: ['node', 'scripts/build-pages.ts'],
  },
  joined: {
    built: [
      'main',
      'cli',
      'commands',
      'calendar-process',
      'holidays-process',
      'reading-process',
      'writing-process',
    ].map((name) => `${JOINED}/${name}.js`),
    sources: [
      '{src,packages}/**/*.{ts,js}',
      'package-lock.json',
      '{scripts/build/{service,list-packages},test/support/{run/joined-service.config,process/run-commands}}.ts',
    ],
    command: ['vite', 'build', '--config', 'test/support/run/joined-service.config.ts', '--logLevel', 'warn'],
  },
  cluster: {
    built: [join(relative(ROOT, PREPARED), 'data/PG_VERSION')],
    sources: [
      'prisma/migrations/*/migration.sql',
      'packages/embedded-cluster/src/*.ts',
      'src/database/{client,migrate}.ts',
      'package-lock.json',
      'test/support/run/prepare-cluster.ts',
    ],
    command: ['node', 'test/support/run/prepare-cluster.ts'],
  },
};

const STAMPS = join(ROOT, 'node_modules/.cache/builds');

/**
 * Builds the pages, the bundled service and the cluster to copy once per run, all at once, unless they are
 * those of their sources. Copies of the project without a guard keep the builds and the generated code of the
 * original.
 */
export async function setup(): Promise<void> {
  if (process.env.KEEP_BUILDS) return;
  requireGenerated();
  await Promise.all(
    Object.entries(BUILDS).map(async ([name, build]) => {
      const stamp = join(STAMPS, `${name}.json`);
      if (!isUpToDate(ROOT, build, stamp)) await buildAnew(ROOT, build, stamp, run);
    }),
  );
}

async function run([program = '', ...args]: string[]): Promise<void> {
  const child = spawn(join(ROOT, 'node_modules/.bin', program), args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed`);
}
