import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PAGES = ['web/dist/index.html', 'dist/docs/index.html', 'dist/graphql/index.html'];

/** Builds the pages after an install. Without the build tools it says what is missing, and how to get it. */
function main(): void {
  if (existsSync('node_modules/vite'))
    return void execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });
  if (PAGES.every((page) => existsSync(page))) return;
  process.stderr.write(
    'The pages (/settings, /docs, /graphql) are not built: this install has no build tools. The APIs work without them. ' +
      'To have the pages, install with "npm ci", then remove the tools with "npm prune --omit=dev".\n',
  );
}

main();
