import { readFileSync } from 'node:fs';
import { type Guide, sourceOf } from './guides.ts';
import { type Target, targetOf } from './links.ts';
import { withProblems } from './problem-table.ts';

const REPOSITORY_ROOT = new URL('../../', import.meta.url);
/** Other words that people search for, in the head of a guide. */
const SEARCHED = /<!-- search: ([^<>\n]+) -->\n\n?/;

/** Returns the Markdown of a guide, without its line of search words and with its table of problems. */
export function sourceText(guide: Guide): string {
  return withProblems(readFileSync(new URL(sourceOf(guide), REPOSITORY_ROOT), 'utf8').replace(SEARCHED, ''));
}

/** Returns the search words of a guide that its text need not contain. */
export function synonymsOf(guide: Guide): string[] {
  const [, list] = SEARCHED.exec(readFileSync(new URL(sourceOf(guide), REPOSITORY_ROOT), 'utf8')) ?? [];
  return list?.split(', ') ?? [];
}

/** Returns a guide as the Markdown that is served, with links to what is served beside it. */
export function guideText(guide: Guide): string {
  return sourceText(guide).replace(MARKDOWN_LINK, (_link, label: string, href: string) => {
    return `[${label}](${hrefOf(targetOf(guide, href))})`;
  });
}

/** Returns the files of the repository that a guide links to or shows. */
export function filesOfGuide(guide: Guide): string[] {
  const targets = [...sourceText(guide).matchAll(MARKDOWN_LINK)].map(([, , href]) => targetOf(guide, href!));
  return targets.flatMap((target) => (target.kind === 'file' ? [target.path] : []));
}

const MARKDOWN_LINK = /\[([^[\]]*)\]\(([^()\s]+)\)/g;

function hrefOf(target: Target): string {
  switch (target.kind) {
    case 'elsewhere':
      return target.href;
    case 'guide':
      return `${target.guide}.md${target.anchor}`;
    case 'reference':
      return '../docs';
    case 'openapi':
      return '../openapi.json';
    case 'file':
      return `files/${target.path}`;
  }
}
