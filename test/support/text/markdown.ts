import { readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

/** Returns the text of a project file, by its path from the root. */
export function textOf(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

/** Returns the text below the heading `title`, up to the next heading of the same level. */
export function sectionOf(text: string, title: string): string {
  const [, section] = text.split(`\n## ${title}\n`);
  if (section === undefined) throw new Error(`there is no section ${title}`);
  return section.split('\n## ')[0]!;
}

/** Returns the code blocks of a text, in order. */
export function blocksOf(text: string): { language: string; code: string }[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    language: language!,
    code: code!,
  }));
}

/** Returns the code blocks of a text in `language`. */
export function codeBlocks(text: string, language: string): string[] {
  return blocksOf(text)
    .filter((block) => block.language === language)
    .map((block) => block.code);
}

/**
 * Returns the output of a command without what differs each time: keys, secrets, passwords, addresses and
 * figures.
 */
export function lastingOf(output: string): string {
  return output
    .replaceAll(/(prv|whsec)_\S+/g, '$1_…')
    .replaceAll(/^( +password +)\S+$/gm, '$1…')
    .replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):\d+/g, 'http://…')
    .replaceAll(/\d+/g, '0');
}

/** Returns the rows of the table in `text` whose first column has the heading `head`, as cells. */
export function tableOf(text: string, head: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => cellsOf(line)[0] === head);
  if (start === -1) throw new Error(`there is no table headed ${head}`);
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map(cellsOf);
}

function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Returns the first piece of code in a cell, without backticks. */
export function codeIn(cell: string | undefined): string {
  return /`([^`]+)`/.exec(cell ?? '')?.[1] ?? '';
}
