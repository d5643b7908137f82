import { BASE_PATH } from '../rest/base-path.ts';
import { synonymsOf } from './guide-text.ts';
import { type Guide, GUIDES } from './guides.ts';
import { operationsOf } from './reference-html.ts';
import { sectionsOf } from './render-guide.ts';
import type { Json } from './schemas.ts';

/** A section of a guide, or an endpoint, as `search-page.js` finds it. */
export interface SearchEntry {
  title: string;
  /** The guide that it is in, or the endpoint's method and path. */
  place: string;
  url: string;
  /** The distinct words of its text. */
  words: string;
  /** Other phrases that people search for. */
  synonyms?: string[];
}

/** Returns everything that can be searched: sections of the guides in reading order, then endpoints and callbacks. */
export function searchEntries(document: Json): SearchEntry[] {
  const guides = (Object.keys(GUIDES) as Guide[]).flatMap((guide) =>
    sectionsOf(guide).map(({ title, anchor, text }, at) => ({
      title,
      place: GUIDES[guide],
      url: `/docs/${guide}#${anchor}`,
      // Without the targets of links.
      words: wordsOf(text.replaceAll(/\]\([^)]*\)/g, ' ')),
      ...(at === 0 && { synonyms: synonymsOf(guide) }),
    })),
  );
  const operations = operationsOf(document).map((operation) => {
    const { summary, description, method, path, operationId, parameters, requestBody } = operation;
    const example = requestBody?.content['application/json'].example;
    const fields = [...parameters.flatMap((each) => [each.name, each.description]), JSON.stringify(example)];
    return {
      title: summary,
      place: path.startsWith('/') ? `${method.toUpperCase()} ${BASE_PATH}${path}` : 'Callback',
      url: `/docs#${operationId}`,
      words: wordsOf([description, ...fields].join(' ')),
    };
  });
  return [...guides, ...operations];
}

function wordsOf(text: string): string {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words)].join(' ').trim();
}
