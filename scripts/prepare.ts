import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const GENERATED = ['src/generated/stamp', 'dist/libraries/LICENSES.txt'];
const PAGES = [
  'web/dist/index.html',
  'dist/docs/index.html',
  'dist/graphql/index.html',
  'dist/receipt/receipt.js',
];

/**
 * Writes the generated code and builds the pages after an install. Without the build tools it prints what is
 * missing and how to install it. It does nothing where everything is built, as in a release.
 */
function main(): void {
  if (existsSync('node_modules/vite')) {
    execFileSync('node', ['scripts/generate.ts'], { stdio: 'inherit' });
    return void execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });
  }
  if (!GENERATED.every((file) => existsSync(file))) {
    process.stderr.write(
      'A checkout has to be built, which this install has no tools for. Install with "npm ci", then remove the tools with "npm prune --omit=dev".\n',
    );
    process.exit(1);
  }
  if (PAGES.every((page) => existsSync(page))) return;
  process.stderr.write(
    'The pages (/settings, /docs, /graphql) are not built: this install has no build tools. The APIs work without them. ' +
      'To have the pages, install with "npm ci", then remove the tools with "npm prune --omit=dev".\n',
  );
}

main();
