import { readFileSync } from 'node:fs';
import { type Guide, GUIDES } from '../../src/reference/guides.ts';
import { openApiOf } from '../../src/reference/document.ts';
import { filesOfGuide, guideText } from '../../src/reference/guide-text.ts';
import { guidePage, referencePage } from '../../src/reference/page.ts';
import { searchEntries } from '../../src/reference/search-index.ts';
import { fileRoutes } from '../../src/file-routes.ts';
import { routes } from '../../src/rest/routes.ts';
import { postmanOf } from '../postman.ts';
import type { Document } from '../typescript.ts';
import { type BuiltFile, hashed } from './built-file.ts';
import { browserScript } from './browser-script.ts';

const ROOT = new URL('../../', import.meta.url);
const STYLE = new URL('../../src/reference/style.css', import.meta.url);
const SEARCH = new URL('../../src/reference/search-page.js', import.meta.url);

/** Returns the reference and the guides as pages. */
export async function docsFiles(): Promise<BuiltFile[]> {
  const script = hashed('scalar', 'js', browserScript('@scalar/api-reference'));
  const style = hashed('style', 'css', readFileSync(STYLE));
  // The pages do not depend on the public URL.
  const document = openApiOf({ routes, fileRoutes }, '');
  const collected = JSON.parse(readFileSync(new URL('openapi.json', ROOT), 'utf8')) as Document;
  const search = hashed('search', 'js', readFileSync(SEARCH));
  const searchIndex = hashed('search', 'json', JSON.stringify(searchEntries(document)));
  const assets = {
    script: `/docs/${script.path}`,
    style: `/docs/${style.path}`,
    search: `/docs/${search.path}`,
    searchIndex: `/docs/${searchIndex.path}`,
  };
  const guides = (Object.keys(GUIDES) as Guide[]).flatMap((guide) => [
    { path: `${guide}.html`, content: guidePage(guide, assets) },
    { path: `${guide}.md`, content: guideText(guide) },
  ]);
  // What the guides link to in the repository, which is not public everywhere.
  const files = [...new Set((Object.keys(GUIDES) as Guide[]).flatMap(filesOfGuide))].map((path) => ({
    path: `files/${path}`,
    content: readFileSync(new URL(path, ROOT)),
  }));
  return [
    { path: 'index.html', content: referencePage(assets) },
    ...guides,
    ...files,
    { path: 'provender.postman.json', content: JSON.stringify(postmanOf(collected)) },
    script,
    style,
    search,
    searchIndex,
  ];
}
