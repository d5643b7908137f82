import { readFileSync } from 'node:fs';
import { Marked, type Tokens } from 'marked';
import { type Guide, isGuide } from './guides.ts';
import { escaped, table } from './html.ts';

const DOCS = new URL('../../docs/', import.meta.url);

/** Returns a guide as HTML, with links to the served pages. */
export function htmlOf(guide: Guide): string {
  return marked.parse(readFileSync(new URL(`${guide}.md`, DOCS), 'utf8'), { async: false });
}

/** Returns the sections of a guide: the text below each heading of the first two levels. */
export function sectionsOf(guide: Guide): { title: string; anchor: string; text: string }[] {
  const sections: { title: string; anchor: string; text: string }[] = [];
  for (const token of marked.lexer(readFileSync(new URL(`${guide}.md`, DOCS), 'utf8'))) {
    if (token.type === 'heading' && token.depth <= 2) {
      const title = (token as Tokens.Heading).text;
      sections.push({ title, anchor: anchorOf(title), text: '' });
    } else sections.at(-1)!.text += token.raw;
  }
  return sections;
}

/** Returns short Markdown text as HTML. */
export function htmlIn(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

const marked = new Marked({
  renderer: {
    code({ text, lang }) {
      // Scrollable elements must be reachable by keyboard.
      return `<pre tabindex="0"><code class="language-${lang ?? 'text'}">${escaped(text)}</code></pre>\n`;
    },
    table({ header, rows }) {
      const cells = (each: typeof header) => each.map((cell) => this.parser.parseInline(cell.tokens));
      return table(cells(header), rows.map(cells));
    },
    heading({ depth, text, tokens }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const target = targetOf(href);
      return target === null ? text : `<a href="${target}">${text}</a>`;
    },
  },
});

/** Returns the anchor of a heading, as GitHub creates it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

/** Returns the URL that a guide's link leads to; null for files that are only in the repository. */
function targetOf(href: string): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  if (href === '../openapi.json') return '/docs';
  const [, name, anchor] = /^([\w-]+)\.md(#.+)?$/.exec(href) ?? [];
  return name !== undefined && isGuide(name) ? `/docs/${name}${anchor ?? ''}` : null;
}
