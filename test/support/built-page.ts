import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.ts';

const BUILT = join(ROOT, 'web/dist/index.html');

/** Builds the settings page once for the whole run, unless it is newer than all it is made of. */
export function setup(): void {
  const sources = globSync('web/{src,public}/**/*.*', { cwd: ROOT });
  const changedAt = Math.max(
    ...[...sources, 'web/index.html', 'web/vite.config.ts'].map((file) => statSync(join(ROOT, file)).mtimeMs),
  );
  if (existsSync(BUILT) && statSync(BUILT).mtimeMs > changedAt) return;
  execFileSync(
    join(ROOT, 'node_modules/.bin/vite'),
    ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
}
