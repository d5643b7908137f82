import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { listPackages } from './list-packages.ts';

const CONDITIONS = ['module-sync', 'module', 'node'];

/** Packages that find parts of themselves by their place, or are wrongly bundled: those to install beside. */
export const EXTERNAL = ['@node-rs/argon2', 'graphile-worker', 'pg', 'pg-copy-streams', 'pino'];

/**
 * The service and its command line in few files: Node.js takes half as long to start them as two thousand,
 * and it strips no types in installed packages.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: [listPackages('service')],
  resolve: { conditions: CONDITIONS },
  ssr: { noExternal: true, external: EXTERNAL, resolve: { conditions: CONDITIONS } },
  build: {
    ssr: true,
    // As deep as the folders of `src`, whose files name others by relative paths.
    outDir: 'dist/joined',
    target: 'node26',
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        cli: 'src/provender.ts',
        'calendar-process': 'src/schema/catalogue/closed-day/calendar-process.ts',
        'holidays-process': 'src/schema/catalogue/closed-day/holidays-process.ts',
        'reading-process': 'src/schema/exchange/import/file/reading-process.ts',
        'writing-process': 'src/spreadsheet/writing-process.ts',
      },
      output: { chunkFileNames: '[name].js' },
      // Otherwise comments name the folders of packages, and a release is the same wherever it is built.
      experimental: { attachDebugInfo: 'none' },
    },
  },
});
