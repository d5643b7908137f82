import {
  type BinaryExpression,
  createSourceFile,
  forEachChild,
  isArrayLiteralExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isIfStatement,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isSourceFile,
  isStatement,
  isTemplateExpression,
  isTemplateSpan,
  type Node,
  ScriptTarget,
  SyntaxKind,
} from 'typescript-5';

const MARKER = /\/[*/] guard: ([a-z\d-]+)(?: \*\/|$)/gm;
/** SQL after a marker: up to the end that belongs to it, which may be on another line, or else its line. */
const PIECE = /^(?:(?!\/\* guard: )[^])*?\/\* end \*\/|^.*/;
const LOGICAL = new Set([
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
]);

/** A marker of a guard in a file. */
export interface Marked {
  name: string;
  /** The text of the file without the guard; undefined where nothing that can be removed follows. */
  without: string | undefined;
}

interface Removal {
  from: number;
  to: number;
  /** The text that stays of it. */
  rest: string;
}

/** Returns the guards that markers name in a file of TypeScript or SQL. */
export function markedIn(file: string, text: string): Marked[] {
  const markers = [...text.matchAll(MARKER)];
  if (markers.length === 0) return [];
  const source = file.endsWith('.sql') ? null : createSourceFile(file, text, ScriptTarget.Latest, true);
  return markers.map(({ 0: marker, 1: name, index }) => {
    const node = source && innermost(source, index);
    const isSql = !node || node.getStart() <= index;
    const removal = isSql
      ? pieceAt(text, index, index + marker.length, node ? endOfTemplate(node) : text.length)
      : startingLike(node)
          .values()
          .map(removalOf)
          .find((found) => found !== undefined);
    const without = removal && text.slice(0, removal.from) + removal.rest + text.slice(removal.to);
    return { name: name!, without };
  });
}

function innermost(node: Node, at: number): Node {
  const child = forEachChild(node, (each) => (each.pos <= at && at < each.end ? each : undefined));
  return child ? innermost(child, at) : node;
}

function pieceAt(text: string, from: number, begin: number, limit: number): Removal {
  const [piece] = PIECE.exec(text.slice(begin, limit))!;
  return { from, to: begin + piece.length, rest: '' };
}

/** Returns where the text of a template ends, a part of which is given. */
function endOfTemplate(node: Node): number {
  const whole = isTemplateSpan(node.parent) ? node.parent.parent : node.parent;
  return (isTemplateExpression(whole) ? whole : node).end - 1;
}

/** Returns the nodes that start where this one does, the outermost first. */
function startingLike(node: Node): Node[] {
  const { parent } = node;
  const isOuter = !isSourceFile(parent) && parent.getStart() === node.getStart();
  return [...(isOuter ? startingLike(parent) : []), node];
}

/** Returns how a node is removed, by what it is a part of (CONTRIBUTING.md); undefined if it cannot be. */
function removalOf(node: Node): Removal | undefined {
  const { parent } = node;
  if (isStatement(node)) return keep(node, isIfStatement(node) ? node.elseStatement : undefined, ';');
  // Its first operand is meant.
  if (isLogical(node)) return undefined;
  if (isLogical(parent)) return keep(parent, parent.left === node ? parent.right : parent.left);
  if (isConditionalExpression(parent) && node !== parent.condition)
    return keep(parent, node === parent.whenTrue ? parent.whenFalse : parent.whenTrue);
  if (isIfStatement(parent)) return keep(parent, parent.thenStatement);
  if (isElement(node)) return { ...keep(node), to: endWithComma(node) };
  if (isCallExpression(node))
    return keep(
      node,
      isPropertyAccessExpression(node.expression) ? node.expression.expression : node.arguments[0],
    );
  if (isTemplateSpan(parent)) return keep(node, undefined, `''`);
  return undefined;
}

function keep(node: Node, part?: Node, otherwise = ''): Removal {
  return { from: node.getStart(), to: node.end, rest: part?.getText() ?? otherwise };
}

function isLogical(node: Node): node is BinaryExpression {
  return isBinaryExpression(node) && LOGICAL.has(node.operatorToken.kind);
}

/** Returns whether a node is one of several in an array, an object or the arguments of a call. */
function isElement({ parent, pos }: Node): boolean {
  if (isCallExpression(parent)) return pos >= parent.arguments.pos;
  return isArrayLiteralExpression(parent) || isObjectLiteralExpression(parent);
}

function endWithComma(node: Node): number {
  const [comma] = /^\s*,|^/.exec(node.getSourceFile().text.slice(node.end))!;
  return node.end + comma.length;
}
