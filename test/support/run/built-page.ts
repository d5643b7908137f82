import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../process/process.ts';

/** The pages, their sources, and their builds. */
const PAGES = [
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
      'src/http/built-folder.ts',
      'docs/*.md',
      'openapi.json',
      'package-lock.json',
    ],
    command: ['node', 'scripts/build-pages.ts'],
  },
];

/** Builds the pages once per run, unless they are newer than their sources. */
export function setup(): void {
  for (const { built, sources, command } of PAGES) {
    const changedAt = Math.max(...globSync(sources, { cwd: ROOT }).map(changeOf));
    if (built.every((file) => existsSync(join(ROOT, file)) && changeOf(file) > changedAt)) continue;
    const [program = '', ...args] = command;
    execFileSync(join(ROOT, 'node_modules/.bin', program), args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    });
  }
}

function changeOf(file: string): number {
  return statSync(join(ROOT, file)).mtimeMs;
}
