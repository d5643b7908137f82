import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The font's file that nearly every page needs, by the name that the build gives it. */
export const FONT = /inter-latin-wght-normal.*\.woff2$/;

/** Preloads the font, which browsers would find only in the style sheets, and ships its licence beside it. */
export function font(): Plugin {
  return {
    name: 'provender:font',
    generateBundle() {
      const licence = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE'));
      this.emitFile({
        type: 'asset',
        fileName: 'assets/inter-licence.txt',
        source: readFileSync(licence, 'utf8'),
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const href = Object.keys(bundle ?? {}).find((name) => FONT.test(name));
        if (href === undefined) return [];
        return [
          {
            tag: 'link',
            injectTo: 'head',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              href: `/settings/${href}`,
            },
          },
        ];
      },
    },
  };
}
