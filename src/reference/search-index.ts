import { BASE_PATH } from '../rest/base-path.ts';
import { synonymsOf } from './guide-text.ts';
import { type Guide, GUIDES } from './guides.ts';
import { guideSections } from './render-guide.ts';
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

/** The part of an OpenAPI operation that is searched. */
interface OpenApiOperation {
  summary: string;
  description: string;
  tags: [string];
  parameters: { name?: string; description?: string }[];
  requestBody?: { description?: string; content: { 'application/json'?: { example?: unknown } } };
}

type Operation = OpenApiOperation & { path: string; method: string; base: string };

interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>;
  webhooks: Record<string, Record<string, OpenApiOperation>>;
}

/**
 * Returns everything that can be searched: sections of the guides in reading order, then endpoints and
 * callbacks.
 */
export function searchEntries(document: Json): SearchEntry[] {
  const guides = (Object.keys(GUIDES) as Guide[]).flatMap((guide) =>
    guideSections(guide).map(({ title, anchor, text }, at) => ({
      title,
      place: GUIDES[guide],
      url: `/docs/${guide}#${anchor}`,
      // The search leaves out the targets of links.
      words: distinctWords(text.replaceAll(/\]\([^()]*\)/g, ' ')),
      ...(at === 0 && { synonyms: synonymsOf(guide) }),
    })),
  );
  const { paths, webhooks } = document as unknown as OpenApiDocument;
  const endpoints = operationsIn(paths).map((operation) => {
    const verb = operation.method.toUpperCase();
    const url = `${chapterAnchor(operation)}/${verb}${operation.path}`;
    return searchEntryOf(operation, `${verb} ${operation.base}${operation.path}`, url);
  });
  const callbacks = operationsIn(webhooks).map((operation) => {
    const url = `${chapterAnchor(operation)}/webhook/POST/${operation.path}`;
    return searchEntryOf(operation, 'Callback', url);
  });
  return [...guides, ...endpoints, ...callbacks];
}

function operationsIn(items: OpenApiDocument['paths']): Operation[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      method === 'servers' ? [] : { path, method, base: 'servers' in item ? '' : BASE_PATH, ...operation },
    ),
  );
}

/** Returns the address of a chapter in Scalar's page. */
function chapterAnchor({ tags: [tag] }: Operation): string {
  return `/docs#tag/${tag.toLowerCase().replaceAll(' ', '-')}`;
}

function searchEntryOf(operation: Operation, place: string, url: string): SearchEntry {
  const { summary, description, parameters, requestBody } = operation;
  const example = requestBody?.content['application/json']?.example;
  const fields = [
    ...parameters.flatMap((each) => [each.name, each.description]),
    requestBody?.description,
    JSON.stringify(example),
  ];
  return { title: summary, place, url, words: distinctWords([description, ...fields].join(' ')) };
}

function distinctWords(text: string): string {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words)].join(' ').trim();
}
