import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSourceFile,
  isArrowFunction,
  isFunctionDeclaration,
  isIdentifier,
  isStringLiteral,
  isTypeReferenceNode,
  isUnionTypeNode,
  isVariableStatement,
  type Node,
  type ParameterDeclaration,
  ScriptTarget,
  SyntaxKind,
  type TypeNode,
} from 'typescript-5';
import { ROOT } from '../support/process/process.ts';

/** Where texts of callers are read. */
const PLACES = [
  'src/{http,rest,graphql,mcp,pages,spreadsheet}/**/*.ts',
  'src/schema/*/{noun,import,request,closed-day}/**/*.ts',
];
/** A cell of a file can be a text. */
const TEXTS = new Set(['string', 'Buffer', 'Uint8Array', 'Cell']);
/** Types of functions that take no text. */
const OF_OTHERS = new Set(['RequestHandler', 'Group']);

/** Returns the exported functions that take a text, as `schema/core/noun/texts.ts multiLine`. */
export function functionsOfTexts(): string[] {
  const files = globSync(PLACES, { cwd: ROOT, exclude: ['**/*.d.ts'] });
  return files.flatMap((file) =>
    functionsIn(readFileSync(join(ROOT, file), 'utf8')).map((name) => `${file.replace('src/', '')} ${name}`),
  );
}

/** Returns the names of the exported functions of a file that take a text. */
export function functionsIn(text: string): string[] {
  const { statements } = createSourceFile('file.ts', text, ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    if (!isExported(statement)) return [];
    if (isFunctionDeclaration(statement))
      return statement.parameters.some(takesText) ? [statement.name!.text] : [];
    if (!isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, type, initializer }) => {
      if (!initializer || !isArrowFunction(initializer) || OF_OTHERS.has(nameOf(type))) return [];
      // The type of a parameter without one is that of the constant, which can be a text.
      const isText = initializer.parameters.some((each) => !each.type || takesText(each));
      return isText && 'text' in name ? [name.text] : [];
    });
  });
}

function isExported(node: Node & { modifiers?: readonly Node[] | undefined }): boolean {
  return node.modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword) ?? false;
}

function takesText({ type, initializer }: ParameterDeclaration): boolean {
  // A default says the type too.
  return type ? isText(type) : initializer !== undefined && isStringLiteral(initializer);
}

function isText(type: TypeNode): boolean {
  if (isUnionTypeNode(type)) return type.types.some(isText);
  if (type.kind === SyntaxKind.StringKeyword) return true;
  return TEXTS.has(nameOf(type));
}

function nameOf(type: TypeNode | undefined): string {
  return type && isTypeReferenceNode(type) && isIdentifier(type.typeName) ? type.typeName.text : '';
}
