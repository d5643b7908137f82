import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  createSourceFile,
  forEachChild,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type Node,
  ScriptTarget,
} from 'typescript-5';
import { ROOT } from './support/process/process.ts';

/** SQL in template strings, which the formatter leaves alone. */
const MAX_SQL_COLUMNS = 120;
const MAX_COMMENT_COLUMNS = 110;
const COMMENT = /^ *(?:\/\/|\/?\*)/;
const SQL_TAG = /(sql|\$queryRaw|\$executeRaw)(<.*>)?$/s;
const SQL_TEXT =
  /^\s*(\(|--|SELECT |WITH |INSERT |UPDATE |DELETE |JOIN |LEFT JOIN |CASE |FROM |WHERE |AND |EXISTS |coalesce\()/;

const FILES = filesIn('src');
const EVERYWHERE = [
  ...FILES,
  ...['web/src', 'packages', 'examples', 'scripts', 'test'].flatMap(filesIn),
  ...filesIn('lab'),
];

it('SQL is at most 120 columns wide', () => {
  const wide = FILES.flatMap(({ name, text }) =>
    [...sqlLines(name, text)]
      .filter((line) => line.text.length > MAX_SQL_COLUMNS)
      .map(({ at }) => `${name}:${at}`),
  );
  expect(wide).toEqual([]);
});

it('comments are at most 110 columns wide, and begin with their nouns', () => {
  const written = EVERYWHERE.filter(({ text }) => !text.startsWith('// Generated'));
  const wide = written.flatMap(({ name, text }) =>
    text
      .split('\n')
      .flatMap((line, at) =>
        COMMENT.test(line) && line.length > MAX_COMMENT_COLUMNS ? [`${name}:${at + 1}`] : [],
      ),
  );
  expect(wide).toEqual([]);
  const withoutNoun = written.flatMap(({ name, text }) =>
    [...text.matchAll(/^ *\/\*\*\s+(?:\* )?(?:What|Those|It|One) .*/gm)].map(([line]) => `${name}: ${line}`),
  );
  expect(withoutNoun).toEqual([]);
});

/** Names so general that two files would mean different things by them. */
const MOST_GENERAL = ['Row', 'Place', 'Line', 'Result', 'Outcome', 'Selection', 'Standing'];
/** Names that two files of the service would use for different things. */
const GENERAL = [
  'Shown',
  'Entry',
  'Stored',
  'Order',
  'Plan',
  'Fields',
  'GivenLine',
  'Read',
  'References',
  'Window',
];
const GENERAL_CONSTANTS = ['BATCH', 'MAX_ROWS', 'MAX_REFUSALS'];

it.each([...GENERAL, ...GENERAL_CONSTANTS])('%s has at most one meaning', (general) => {
  const declared = new RegExp(`^(?:export )?(?:interface|type|class|const) ${general}\\b`, 'm');
  expect(FILES.filter(({ text }) => declared.test(text)).length).toBeLessThanOrEqual(1);
});

it.each(MOST_GENERAL)('%s has at most one meaning in the whole project', (general) => {
  const declared = new RegExp(`^(?:export )?(?:interface|type|class|const|function) ${general}\\b`, 'm');
  const places = EVERYWHERE.filter(({ text }) => declared.test(text)).map(({ name }) => name);
  expect(places.slice(1)).toEqual([]);
});

/** Returns the written source files of a folder. */
function filesIn(folder: string): { name: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/^generated|node_modules|\bdist\b/.test(name))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), 'utf8') }));
}

/** Yields the lines of a file that contain SQL. */
function* sqlLines(name: string, text: string): Generator<{ at: number; text: string }> {
  const source = createSourceFile(name, text, ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found = new Set<number>();
  (function visit(node: Node) {
    const isText =
      isTemplateExpression(node) || isNoSubstitutionTemplateLiteral(node) || isStringLiteral(node);
    if (isText && isSql(node)) {
      const [from, to] = [node.getStart(), node.end].map(
        (at) => source.getLineAndCharacterOfPosition(at).line,
      );
      for (let line = from!; line <= to!; line++) found.add(line);
    }
    forEachChild(node, visit);
  })(source);
  for (const line of found) yield { at: line + 1, text: lines[line]! };
}

function isSql(node: Node): boolean {
  const { parent } = node;
  if (isTaggedTemplateExpression(parent)) return SQL_TAG.test(parent.tag.getText());
  return SQL_TEXT.test(node.getText().slice(1));
}
