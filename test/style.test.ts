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

/** Names that files of the service share, each with one meaning. */
const SHARED_NAMES = new Map(
  Object.entries({
    READ: 'the GraphQL auth option of a field: may read',
    WRITE: 'the GraphQL auth option of a field: may write',
    EITHER: 'the GraphQL auth option: either of two scopes',
    SESSION: 'the GraphQL auth option: a signed-in session',
    MANAGES: 'the GraphQL auth option: a session of a person who manages the account or its keys',
    OWNER: 'the GraphQL auth option: may manage the account',
    KEYS: 'the GraphQL auth option: may manage API keys',
    PUBLIC: 'the GraphQL auth option: anybody',
    ANY_CALLER: 'the GraphQL auth option: any authenticated caller',
    IMPORTED: 'the noun and the fields that an importer of records writes',
    MIB: 'the bytes of a mebibyte',
    UPDATES: 'SQL: the columns of a product to set, from the row `updated`',
    DIFFERING: 'SQL: the changed fields of a product',
    DIFFERING_IN_EVENTS: 'SQL: the changed fields of a product that events show',
    yearOf: 'the year of a date, YYYY-MM-DD',
    SECONDS_A_DAY: 'the seconds of a day',
    LAST_DAY: 'the last possible date, as the number of its day',
    CreateDeliveryInput: 'the GraphQL input of a new delivery',
    NEWLINE: 'the byte of a line feed',
    BYTE_ORDER_MARK: 'the character that marks a file as UTF-8 for spreadsheets',
    USAGE_ERROR: 'the exit code of wrong usage',
    amount: "the schema of an amount in a tool's output",
  }),
);
/** Names of mutations and of a reason, which users know. */
const OF_CONTRACT = new Set(['rotateOwnKey', 'settleDisputes', 'OTHER_REASON']);
/** Pronouns and verbs without a noun (STYLE.md). */
const WITHOUT_NOUN =
  /^(known|told|asked|places?|held|settles?|settled|settling|shown|given|left|others?|own)$/;

it('a name of a function, constant or type has one meaning in the service', () => {
  const files = Map.groupBy(FILES.flatMap(topNamesOf), ({ name }) => name);
  const repeated = [...files].filter(([, each]) => each.length > 1).map(([name]) => name);
  expect(repeated.filter((name) => !SHARED_NAMES.has(name))).toEqual([]);
  expect(repeated.length).toBeLessThanOrEqual(60);
});

it('names of the service have a noun', () => {
  const names = FILES.flatMap(topNamesOf);
  const vague = names.filter(
    ({ name }) => !OF_CONTRACT.has(name) && wordsOf(name).some((word) => WITHOUT_NOUN.test(word)),
  );
  expect(vague.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

/** Returns the names that a file declares at its top level. */
function topNamesOf({ name: file, text }: { name: string; text: string }) {
  const declared = /^(?:export )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
  return [...new Set(text.matchAll(declared).map(([, name]) => name!))].map((name) => ({ name, file }));
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split('_');
}

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
