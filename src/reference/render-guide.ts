import { Marked, type Tokens } from 'marked';
import { sourceText } from './guide-text.ts';
import type { Guide } from './guides.ts';
import { escaped, table } from './html.ts';
import { targetOf } from './links.ts';

/** Returns a guide as HTML, with links to the served pages and files. */
export function guideHtml(guide: Guide): string {
  return createMarked(guide).parse(sourceText(guide), { async: false });
}

/** Returns the sections of a guide: the text below each heading of the first two levels. */
export function guideSections(guide: Guide): { title: string; anchor: string; text: string }[] {
  const sections: { title: string; anchor: string; text: string }[] = [];
  for (const token of new Marked().lexer(sourceText(guide))) {
    if (token.type === 'heading' && token.depth <= 2) {
      const title = (token as Tokens.Heading).text;
      sections.push({ title, anchor: headingAnchor(title), text: '' });
    } else sections.at(-1)!.text += token.raw;
  }
  return sections;
}

/** Creates a renderer for text of a guide, to which its links are relative. */
function createMarked(guide: Guide): Marked {
  return new Marked({
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
        return `<h${depth} id="${headingAnchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${urlOf(guide, href)}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        return `<img src="${urlOf(guide, href)}" alt="${escaped(text)}">`;
      },
    },
  });
}

/** Returns the anchor of a heading, as GitHub creates it. */
function headingAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

/** Returns the URL of the target of a link in a guide. */
function urlOf(guide: Guide, href: string): string {
  const target = targetOf(guide, href);
  switch (target.kind) {
    case 'elsewhere':
      return target.href;
    case 'guide':
      return `/docs/${target.guide}${target.anchor}`;
    case 'reference':
    case 'openapi':
      return '/docs';
    case 'file':
      return `/docs/files/${target.path}`;
  }
}
