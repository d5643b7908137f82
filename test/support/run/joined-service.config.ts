import { defineConfig } from 'vite';
import { JOINED, ROOT } from '../process/process.ts';

const CONDITIONS = ['module-sync', 'module', 'node'];

/**
 * The service and its command line in few files: Node.js takes half as long to start them as two thousand.
 */
export default defineConfig({
  root: ROOT,
  resolve: { conditions: CONDITIONS },
  ssr: {
    noExternal: true,
    // They find parts of themselves by their place, or are wrongly joined.
    external: ['@node-rs/argon2', 'graphile-worker', 'pg', 'pg-copy-streams', 'pino'],
    resolve: { conditions: CONDITIONS },
  },
  build: {
    ssr: true,
    // As deep as the folders of `src`, whose files name others by relative paths.
    outDir: JOINED,
    target: 'node26',
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        cli: 'src/cli/main.ts',
        commands: 'test/support/process/run-commands.ts',
        'calendar-process': 'src/schema/catalogue/closed-day/calendar-process.ts',
        'holidays-process': 'src/schema/catalogue/closed-day/holidays-process.ts',
        'reading-process': 'src/schema/exchange/import/file/reading-process.ts',
        'writing-process': 'src/spreadsheet/writing-process.ts',
      },
      output: { chunkFileNames: '[name].js' },
    },
  },
});
