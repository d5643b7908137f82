import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSourceFile,
  forEachChild,
  isBinaryExpression,
  isBindingElement,
  isElementAccessExpression,
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isStringLiteralLike,
  type Node,
  ScriptKind,
  ScriptTarget,
  SyntaxKind,
} from 'typescript-5';
import { describe, expect, it } from 'vitest';
import { ROOT } from './support/process/process.ts';

/** A way in which code reaches what a library does not document. */
interface Way {
  /** The pattern of code of this kind: files without a match are not parsed, which takes long. */
  hint: RegExp;
  isIn(node: Node): boolean;
  examples: string[];
  /** Code that looks alike, and reaches nothing. */
  allowed: string[];
}

/** Prisma documents these. */
const AGGREGATES = new Set(['_avg', '_count', '_max', '_min', '_sum']);
const FOLDERS = /^(?:@[^/.]+\/)?[\w-][\w.-]*\/(?:cjs|dist|esm|internals?|lib|src)\/|node_modules\//;
/** Where pg, Express and others keep their state. */
const STATE = new Set([
  'activeQuery',
  'etag fn',
  'parsedStatements',
  'query parser fn',
  'queryQueue',
  'trust proxy fn',
]);
const PROTOTYPES = new Set(['prototype', 'getPrototypeOf', 'setPrototypeOf']);
const METHODS = new Set([
  'connect',
  'consume',
  'emit',
  'end',
  'execute',
  'fetch',
  'query',
  'release',
  'write',
]);

const WAYS: Record<string, Way> = {
  'a member whose name begins with an underscore': {
    hint: /\b_[a-z]/i,
    isIn: (node) => /^_[a-z]/i.test(memberIn(node)) && !AGGREGATES.has(memberIn(node)),
    examples: [
      'pool._clients',
      'pool?._clients',
      'pool["_clients"]',
      'const { _clients } = pool',
      'list.map(({ _id: id }) => id)',
      'log("http://127.0.0.1"); pool._clients',
    ],
    allowed: ['const { http: _, ...others } = all', 'totals._sum', '// pool._clients', 'f("pool._clients")'],
  },
  'a file of a package that it does not export': {
    hint: /['"`][^.'"`\n]*\/(?:cjs|dist|esm|internals?|lib|src)\/|node_modules/,
    isIn: (node) => isStringLiteralLike(node) && FOLDERS.test(node.text),
    examples: [
      'import Query from "pg/lib/query.js"',
      'export * from "@pothos/core/dist/a.js"',
      'await import("pg/lib/query.js")',
      'require(`@prisma/client/src/a`)',
      'type A = typeof import("pg/lib/query.js")',
      'import { a } from "../node_modules/pg/index.js"',
    ],
    allowed: ['import { a } from "../lib/a.ts"', 'import { parse } from "graphql/language/parser.js"'],
  },
  'a symbol of a library': {
    hint: /getOwnPropertySymbols|Symbol\.for/,
    isIn: (node) =>
      memberIn(node) === 'getOwnPropertySymbols' ||
      (memberIn(node) === 'for' && isPropertyAccessExpression(node) && isSymbol(node.expression)),
    examples: ['Object.getOwnPropertySymbols(socket)', 'socket[Symbol.for("kState")]'],
    allowed: ['all[Symbol.iterator]()', 'list.for'],
  },
  'the state of a library': {
    hint: /activeQuery|parsedStatements|queryQueue| fn['"`]/,
    isIn: (node) => STATE.has(memberIn(node)) || (isStringLiteralLike(node) && STATE.has(node.text)),
    examples: [
      'app.get("trust proxy fn")',
      'client.connection.parsedStatements',
      'const { activeQuery } = client',
    ],
    allowed: ['app.set("trust proxy", true)'],
  },
  'a method of a prototype': {
    hint: /rototype/,
    isIn: (node) => PROTOTYPES.has(memberIn(node)),
    examples: [
      'pg.Client.prototype.query',
      'Object.getPrototypeOf(client).query',
      'Reflect.setPrototypeOf(a, b)',
    ],
    allowed: ['prototype(a)'],
  },
  'a method that is replaced': {
    hint: new RegExp(`\\b(?:${[...METHODS].join('|')})['"\\]]* = `),
    isIn: (node) =>
      isBinaryExpression(node) &&
      node.operatorToken.kind === SyntaxKind.EqualsToken &&
      METHODS.has(memberIn(node.left)),
    examples: ['pool.query = tracing(pool.query)', 'response["end"] = () => {}'],
    allowed: ['range.start = 1', 'const query = 1'],
  },
};

const EXCEPTIONS = new Set([
  // Pothos documents this for plugins that add methods.
  'packages/compiled-execution/src/pothos-plugin.ts: a method of a prototype',
  // pg has no hook around a statement, and without tracing nothing is replaced.
  'src/database/trace-statements.ts: a method that is replaced',
]);

const FILES = globSync(['src/**/*.ts', 'packages/*/src/**/*.ts', 'lab/**/*.ts', 'web/src/**/*.{ts,tsx}'], {
  cwd: ROOT,
  exclude: ['**/generated/**'],
});

it('nothing reaches what a library does not document', () => {
  const found = FILES.flatMap((file) =>
    waysIn(readFileSync(join(ROOT, file), 'utf8')).map((way) => `${file}: ${way}`),
  );
  expect(new Set(found)).toEqual(EXCEPTIONS);
});

describe.each(Object.entries(WAYS))('%s', (way, { examples, allowed }) => {
  it.each(examples)('is found in %s', (code) => {
    expect(waysIn(code)).toEqual([way]);
  });

  it.each(allowed)('is not found in %s', (code) => {
    expect(waysIn(code)).toEqual([]);
  });
});

function waysIn(text: string): string[] {
  const found = new Set<string>();
  const possible = Object.entries(WAYS).filter(([, { hint }]) => hint.test(text));
  if (possible.length === 0) return [];
  (function visit(node: Node) {
    for (const [way, { isIn }] of possible) if (isIn(node)) found.add(way);
    forEachChild(node, visit);
  })(createSourceFile('file.tsx', text, ScriptTarget.Latest, true, ScriptKind.TSX));
  return [...found];
}

function isSymbol(node: Node): boolean {
  return isIdentifier(node) && node.text === 'Symbol';
}

/** Returns the name of the member that a node reads or writes, if it does. */
function memberIn(node: Node): string {
  if (isPropertyAccessExpression(node)) return node.name.text;
  if (isElementAccessExpression(node) && isStringLiteralLike(node.argumentExpression))
    return node.argumentExpression.text;
  if (isBindingElement(node) && isObjectBindingPattern(node.parent) && !node.dotDotDotToken) {
    const name = node.propertyName ?? node.name;
    return isIdentifier(name) || isStringLiteralLike(name) ? name.text : '';
  }
  return '';
}
