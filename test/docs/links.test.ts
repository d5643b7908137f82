import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { textOf } from '../support/text/markdown.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root });

const LINK = /\]\((?!https?:)([^)\s]+)\)/g;
const SOURCE = /`((?:src|packages|test|prisma|scripts|docs)(?:\/[\w.-]+)+)`/g;

describe('the documents', () => {
  it('link to files and headings that exist', () => {
    const links = found(LINK);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(({ from, what }) => !leadsSomewhere(from, what))).toEqual([]);
  });

  it('run nothing from the registry that only has our name', () => {
    const guides = globSync(['docs/**/*.md', '*/**/README.md'], { cwd: root, exclude: ['**/node_modules'] });
    const said = [...documents, ...guides].flatMap(
      (from) => textOf(from).match(/npx[^`\n]*\bprovender\b/g) ?? [],
    );
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((command) => !/^npx --no-install provender$/.test(command))).toEqual([]);
  });

  it('name sources that exist', () => {
    const sources = found(SOURCE);
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter(({ what }) => !existsSync(join(root, what)))).toEqual([]);
  });
});

function found(pattern: RegExp): { from: string; what: string }[] {
  return documents.flatMap((from) =>
    [...textOf(from).matchAll(pattern)].map(([, what]) => ({ from, what: what! })),
  );
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path, heading] = link.split('#');
  const target = path ? join(dirname(from), path) : from;
  if (!existsSync(join(root, target))) return false;
  return heading === undefined || headingsOf(textOf(target)).includes(heading);
}

/** Returns the anchors of the headings. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
