import { readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

/** The text of one of the project's files, by its path from the root. */
export function textOf(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

/** What stands below the heading `title`, up to the next heading of its rank. */
export function sectionOf(text: string, title: string): string {
  const [, section] = text.split(`\n## ${title}\n`);
  if (section === undefined) throw new Error(`there is no section ${title}`);
  return section.split('\n## ')[0]!;
}

/** A text's code blocks, in their order. */
export function blocksOf(text: string): { language: string; code: string }[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    language: language!,
    code: code!,
  }));
}

/** The contents of a text's code blocks in `language`. */
export function codeBlocks(text: string, language: string): string[] {
  return blocksOf(text)
    .filter((block) => block.language === language)
    .map((block) => block.code);
}

/** The rows of the table in `text` whose first column is headed `head`, as cells. */
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

/** The first piece of code in a cell, without its marks. */
export function codeIn(cell: string | undefined): string {
  return /`([^`]+)`/.exec(cell ?? '')?.[1] ?? '';
}
