import { constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { listPackages } from '../scripts/build/list-packages.ts';
import { driverPages } from './driver-pages.ts';
import { font } from './font.ts';

/** Modules that all pages and the palette share, except the large encoder of barcodes. */
const KIT =
  /\/web\/src\/(generated\/|base\/(graphql|kit)\/(?!.*qr-image)|trade\/delivery\/numbers|trade\/lot\/lot-in|base\/session\/may)|\/lucide-react\//;
/** Modules that lists of all kinds share. */
const LIST = /\/web\/src\/base\/list\//;
/** Modules that the pages of the day share. */
const RECORDS =
  /\/web\/src\/\w+\/(archive|chart|dashboard|delivery|lot|product|receipt|return|standing-order|supermarket|today|withdrawal)\//;

/** The settings page: static files, compressed here once, served by the service under /settings. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/settings/',
  plugins: [
    react(),
    {
      name: 'provender:preload-styles',
      // After the build has added its links. `src/style/add-styles.ts` turns the preloads into style sheets.
      transformIndexHtml: {
        order: 'post',
        handler: (html) => html.replaceAll('rel="stylesheet"', 'rel="preload" as="style"'),
      },
    },
    font(),
    driverPages(),
    listPackages('page'),
    compression({
      threshold: 1_024,
      algorithms: [
        defineAlgorithm('gzip', { level: 9 }),
        defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      ],
    }),
  ],
  // One service worker, whose address must never change.
  worker: { rolldownOptions: { output: { entryFileNames: 'worker.js' } } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The page's policy allows no data: in scripts and styles; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What pages share is in four files, not in a file for each part that is shared by the same pages:
          // a first visit would take a hundred requests.
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'kit', test: KIT, minShareCount: 2 },
            { name: 'list', test: LIST, minShareCount: 2 },
            { name: 'records', test: RECORDS, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
