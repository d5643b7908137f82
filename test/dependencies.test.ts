import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import {
  createSourceFile,
  forEachChild,
  isCallExpression,
  isExportDeclaration,
  isImportDeclaration,
  isStringLiteral,
  type Node,
  ScriptTarget,
  SyntaxKind,
} from 'typescript-5';
import { expect, it } from 'vitest';
import { ROOT } from './support/process/process.ts';

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const FILES = globSync(['src/**/*.{js,ts}', 'packages/*/src/**/*.ts'], {
  cwd: ROOT,
  // What only the build of the pages runs.
  exclude: ['**/*.d.ts', 'src/reference/render-guide.ts'],
});

it('what runs imports only dependencies: an install without development tools has no others', () => {
  const missing = FILES.flatMap((file) =>
    [...importsIn(readFileSync(join(ROOT, file), 'utf8'))]
      .filter((name) => !name.startsWith('.') && !isBuiltin(name))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
      .filter((name) => !(name in dependencies))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** Returns what a file imports when it runs, which types are not. */
function importsIn(text: string): Set<string> {
  const found = new Set<string>();
  (function visit(node: Node) {
    const from =
      (isImportDeclaration(node) && !node.importClause?.isTypeOnly) ||
      (isExportDeclaration(node) && !node.isTypeOnly)
        ? node.moduleSpecifier
        : isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined;
    if (from && isStringLiteral(from)) found.add(from.text);
    forEachChild(node, visit);
  })(createSourceFile('file.ts', text, ScriptTarget.Latest));
  return found;
}
