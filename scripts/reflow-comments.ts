/**
 * Breaks the lines of comments anew where one is wider than 110 columns. `npm run format` runs it after
 * oxfmt.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const COLUMNS = 110;
/** Comments of programs, whose lines mean something. */
const DIRECTIVE = /^(oxlint-|@ts-|#|<|https?:|eslint-|[-=]{4,})/;
/** The marker of a guard, which stands alone between a comment and the code. */
const MARKER = /^ *\/\/ guard: /;
/** The beginning of a line of its own within a comment. */
const STARTS = /^(@\w+|[-*] |\d+\. |\|)/;
/** A list's item: its other lines are indented. */
const LIST_ITEM = /^(?:[-*]|\d+\.) /;

/** Returns the source with its wide comments broken anew; other comments stay as they are. */
export function reflowed(source: string): string {
  const lines = source.split('\n');
  const result: string[] = [];
  for (let at = 0; at < lines.length;) {
    const end = endOfComment(lines, at);
    const block = lines.slice(at, end);
    const isWide = end > at && block.some((line) => line.length > COLUMNS);
    result.push(...(isWide ? broken(block) : lines.slice(at, Math.max(end, at + 1))));
    at = Math.max(end, at + 1);
  }
  return result.join('\n');
}

/** Returns the line after the comment that begins in a line; the line itself if none does. */
function endOfComment(lines: readonly string[], at: number): number {
  const indent = /^ */.exec(lines[at]!)![0];
  if (lines[at]!.startsWith(`${indent}/**`)) {
    for (let end = at; end < lines.length; end++)
      if (lines[end]!.includes('*/')) return closed(lines, end, at);
    return at;
  }
  let end = at;
  while (lines[end]?.startsWith(`${indent}// `) && !MARKER.test(lines[end]!)) end++;
  return end;
}

/** A comment with code after it is left alone. */
function closed(lines: readonly string[], end: number, at: number): number {
  return lines[end]!.trimEnd().endsWith('*/') ? end + 1 : at;
}

function broken(block: readonly string[]): string[] {
  const indent = /^ */.exec(block[0]!)![0];
  const isDoc = block[0]!.startsWith(`${indent}/**`);
  const texts = isDoc
    ? block.map((line) => line.replace(/^ *(\/\*\*|\*(?!\/)|(?=\*\/)) ?/, '').replace(/ ?\*\/$/, ''))
    : block.map((line) => line.slice(indent.length + 3));
  if (texts.some((text) => DIRECTIVE.test(text) || text.includes('```') || /^ {4,}\S/.test(text)))
    return [...block];
  const marker = isDoc ? `${indent} * ` : `${indent}// `;
  const paragraphs = paragraphsIn(isDoc ? trimmed(texts) : texts);
  const wrapped = paragraphs.flatMap((text) => wrap(text, COLUMNS - marker.length));
  if (!isDoc) return wrapped.map((text) => marker + text);
  const [only] = wrapped;
  if (wrapped.length === 1 && indent.length + only!.length + 7 <= COLUMNS) return [`${indent}/** ${only} */`];
  return [`${indent}/**`, ...wrapped.map((text) => (marker + text).trimEnd()), `${indent} */`];
}

function trimmed(texts: readonly string[]): string[] {
  const first = texts.findIndex((text) => text.trim() !== '');
  const last = texts.findLastIndex((text) => text.trim() !== '');
  return texts.slice(first, last + 1);
}

/** Joins lines to paragraphs; an empty one separates others. */
function paragraphsIn(texts: readonly string[]): string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const text of texts.map((each) => each.trim())) {
    if (text === '') paragraphs.push('');
    else if (isOpen && !STARTS.test(text)) paragraphs.push(`${paragraphs.pop()!} ${text}`);
    else paragraphs.push(text);
    isOpen = text !== '';
  }
  return paragraphs;
}

function wrap(paragraph: string, columns: number): string[] {
  const hanging = LIST_ITEM.test(paragraph) ? '  ' : '';
  const lines: string[] = [];
  let line = '';
  // Inline links and tags stay whole.
  for (const word of paragraph.match(/\{@[^}]*\}\S*|\S+/g) ?? []) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > columns && line.trim() !== '') {
      lines.push(line);
      line = hanging + word;
    } else line = longer;
  }
  return [...lines, line];
}

function main(): void {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
    {
      encoding: 'utf8',
    },
  );
  for (const file of listed.split('\0').filter((name) => name && existsSync(name))) {
    const source = readFileSync(file, 'utf8');
    const anew = reflowed(source);
    if (anew !== source) writeFileSync(file, anew);
  }
}

if (import.meta.main) main();
