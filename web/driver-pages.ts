import type { Plugin, Rolldown } from 'vite';
import { FONT } from './font.ts';

/** The pages that work without a network, by the ends of their paths. */
const PAGES = ['/stop/stops-page.tsx', '/stop/stop-page.tsx'];
/** The entry, and the frame of signed-in pages, which also load pages that drivers do not need. */
const ENTRY = '/index.html';
const FRAME = '/shell/signed-in.tsx';
/** Parts that have no name of their own in the build. */
const FIXED = ['/settings/icon.svg'];

/**
 * Writes `driver-pages.json`: the files that phones keep, so that a driver's pages open without a network.
 */
export function driverPages(): Plugin {
  return {
    name: 'provender:driver-pages',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const entry = chunks.find(
          ({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith(ENTRY),
        );
        const chunkOf = (path: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path));
        const frame = chunkOf(FRAME);
        const pages = PAGES.map(chunkOf);
        if (!entry || !frame || pages.includes(undefined))
          throw new Error('a page of drivers is missing in the build');
        const files = new Set<string>();
        for (const part of [entry, frame]) addParts(part, bundle, files, false);
        for (const page of pages) addParts(page!, bundle, files, true);
        // Parts that the frame loads later.
        for (const chunk of chunks)
          if (chunk.facadeModuleId?.includes('/src/base/phone/')) addParts(chunk, bundle, files, true);
        for (const name of Object.keys(bundle)) if (FONT.test(name)) files.add(name);
        const source = JSON.stringify({
          version: entry.fileName,
          files: [...FIXED, ...[...files].map((name) => `/settings/${name}`)].toSorted(),
        });
        this.emitFile({ type: 'asset', fileName: 'driver-pages.json', source });
      },
    },
  };
}

/** Adds a chunk with all that it imports, and what it imports later if that is needed too. */
function addParts(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  files: Set<string>,
  isDeep: boolean,
): void {
  if (files.has(chunk.fileName)) return;
  files.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const name of [...chunk.imports, ...(isDeep ? chunk.dynamicImports : [])]) {
    const part = bundle[name];
    if (part?.type === 'chunk') addParts(part, bundle, files, isDeep);
  }
}
