import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSourceFile,
  type Expression,
  forEachChild,
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  ScriptTarget,
  type SourceFile,
} from 'typescript-5';
import { ROOT } from '../support/process/process.ts';

/** A regular expression of the code. */
export interface FoundExpression {
  /** The file and line of one place. */
  place: string;
  /** The expression as a literal, or the code that builds it, if some of that is not in its file. */
  literal: string;
  /** The parts of the expression; undefined if its text is not in its file. */
  parts: { source: string; flags: string } | undefined;
}

/** Returns each regular expression of what is published, as literals and arguments of `RegExp`, once. */
export function expressionsInCode(): FoundExpression[] {
  const files = globSync(['{src,packages,web/src}/**/*.{js,ts,tsx}'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.d.ts'],
  });
  const found = files.flatMap((file) => expressionsIn(file, readFileSync(join(ROOT, file), 'utf8')));
  return [...new Map(found.map((each) => [each.literal, each])).values()];
}

/** Returns the regular expressions of a file. */
export function expressionsIn(file: string, text: string): FoundExpression[] {
  const found: FoundExpression[] = [];
  const source = createSourceFile(file, text, ScriptTarget.Latest, true);
  (function visit(node: Node) {
    const place = () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (isRegularExpressionLiteral(node))
      found.push({ place: place(), literal: node.text, parts: partsOf(node.text) });
    else if ((isNewExpression(node) || isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [given, flags] = node.arguments ?? [];
      const known = given && textOf(given, source);
      const parts =
        known === undefined ? undefined : { source: known, flags: (flags && textOf(flags, source)) ?? '' };
      found.push({
        place: place(),
        literal: parts ? `/${parts.source}/${parts.flags}` : node.getText(),
        parts,
      });
    }
    forEachChild(node, visit);
  })(source);
  return found;
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

/** Returns the text of an expression of constants of its file; undefined if it is of more. */
function textOf(node: Expression, source: SourceFile): string | undefined {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (isRegularExpressionLiteral(node)) return partsOf(node.text).source;
  if (isIdentifier(node)) return textOfConstant(node.text, source);
  const isRaw = isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw';
  const template = isRaw ? node.template : node;
  if (isNoSubstitutionTemplateLiteral(template)) return template.rawText;
  if (isPropertyAccessExpression(node) || !isTemplateExpression(template)) return undefined;
  const read = (part: { text: string; rawText?: string }) => (isRaw ? part.rawText! : part.text);
  const spans = template.templateSpans.map(({ expression, literal }) => {
    const text = textOf(expression, source);
    return text === undefined ? undefined : text + read(literal);
  });
  return spans.includes(undefined) ? undefined : read(template.head) + spans.join('');
}

function textOfConstant(name: string, source: SourceFile): string | undefined {
  let text: string | undefined;
  (function visit(node: Node) {
    if (isVariableDeclaration(node) && node.name.getText() === name && node.initializer)
      text = textOf(node.initializer, source);
    else forEachChild(node, visit);
  })(source);
  return text;
}
