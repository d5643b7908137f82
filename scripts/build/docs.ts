import { readFileSync } from 'node:fs';
import { type Guide, GUIDES } from '../../src/reference/guides.ts';
import { openApiOf } from '../../src/reference/document.ts';
import { guidePage, referencePage, tryPage } from '../../src/reference/page.ts';
import { scalarScript } from '../../src/reference/scalar.ts';
import { routes } from '../../src/rest/routes.ts';
import { type BuiltFile, hashed } from './built-file.ts';

const STYLE = new URL('../../src/reference/style.css', import.meta.url);

/** Returns the reference and the guides as pages. */
export async function docsFiles(): Promise<BuiltFile[]> {
  const script = hashed('scalar', 'js', await scalarScript());
  const style = hashed('style', 'css', readFileSync(STYLE));
  const assets = { script: `/docs/${script.path}`, style: `/docs/${style.path}` };
  const guides = (Object.keys(GUIDES) as Guide[]).map((guide) => ({
    path: `${guide}.html`,
    content: guidePage(guide, assets),
  }));
  // The page does not depend on the public URL.
  const reference = referencePage(openApiOf(routes, ''), assets);
  return [
    { path: 'index.html', content: reference },
    ...guides,
    { path: 'try.html', content: tryPage(assets) },
    script,
    style,
  ];
}
