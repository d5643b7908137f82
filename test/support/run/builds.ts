import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PREPARED } from '../process/prepared-cluster.ts';
import { JOINED, ROOT } from '../process/process.ts';

/** The builds that tests need: their results, sources and commands. */
const BUILDS = [
  {
    built: ['web/dist/index.html'],
    sources: ['web/{src,public}/**/*.*', 'web/index.html', 'web/vite.config.ts'],
    command: ['vite', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
  },
  {
    built: ['dist/docs/index.html', 'dist/graphql/index.html'],
    sources: [
      'scripts/{build-pages.ts,build/*}',
      'src/{reference,graphql}/**/*.*',
      'src/pages/built-folder.ts',
      'docs/*.md',
      'openapi.json',
      'package-lock.json',
    ],
    command: ['node', 'scripts/build-pages.ts'],
  },
  {
    built: [`${JOINED}/main.js`, `${JOINED}/cli.js`, `${JOINED}/commands.js`],
    sources: [
      '{src,packages}/**/*.{ts,js}',
      'clients/typescript/**/*.ts',
      'package-lock.json',
      'test/support/{run/joined-service.config,process/run-commands}.ts',
    ],
    command: ['vite', 'build', '--config', 'test/support/run/joined-service.config.ts', '--logLevel', 'warn'],
  },
  {
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
];

/**
 * Builds the pages, the bundled service and the cluster to copy once per run, all at once, unless they are newer than
 * their sources.
 */
export async function setup(): Promise<void> {
  await Promise.all(
    BUILDS.map(async ({ built, sources, command }) => {
      const changedAt = Math.max(...globSync(sources, { cwd: ROOT }).map(changeOf));
      if (built.every((file) => existsSync(join(ROOT, file)) && changeOf(file) > changedAt)) return;
      const [program = '', ...args] = command;
      const child = spawn(join(ROOT, 'node_modules/.bin', program), args, {
        cwd: ROOT,
        stdio: 'inherit',
        env: { ...process.env, NODE_ENV: 'production' },
      });
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`${command.join(' ')} failed`);
    }),
  );
}

function changeOf(file: string): number {
  return statSync(join(ROOT, file)).mtimeMs;
}
