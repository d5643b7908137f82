import { readFileSync } from 'node:fs';
import { type Guide, isGuide } from './guides.ts';

const DOCS = new URL('../../docs/', import.meta.url);

/** Returns a guide as the Markdown that is served: links to files outside the served pages become plain text. */
export function textOf(guide: Guide): string {
  const text = readFileSync(new URL(`${guide}.md`, DOCS), 'utf8');
  return text.replace(/\[([^[\]]*)\]\(([^()\s]+)\)/g, (link, label: string, href: string) =>
    isServed(href) ? link : label,
  );
}

function isServed(href: string): boolean {
  if (/^(https?:|#)/.test(href) || href === '../openapi.json') return true;
  const [, name] = /^([\w-]+)\.md(#.+)?$/.exec(href) ?? [];
  return name !== undefined && isGuide(name);
}
