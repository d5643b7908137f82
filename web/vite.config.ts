import { constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { driverPages } from './driver-pages.ts';
import { font } from './font.ts';

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
      // What is loaded before the sign-in is one file, not one for each page that shares a part of it.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
});
