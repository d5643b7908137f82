import { type ASTNode, type DocumentNode, type GraphQLError, type SourceLocation, visit } from 'graphql';

/** A field can be selected a hundred times, in each of a thousand records. */
const MAX_LOCATIONS = 10;
const LINE_BREAK = /\r\n|[\n\r]/g;

/** The offset of a node, and the text that it is in. */
interface Position {
  text: DocumentText;
  offset: number;
}

interface DocumentText {
  body: string;
  /** The offsets at which the lines of the text begin, computed on first use. */
  lines?: number[];
}

const positions = new WeakMap<ASTNode, Position>();

/**
 * Takes the locations off the nodes of a document, for `locationsOf` to find. With them, graphql-js would
 * look for the line breaks of the whole document in each error that it creates, and in each copy.
 */
export function detachLocations(document: DocumentNode): void {
  const text: DocumentText = { body: document.loc!.source.body };
  visit(document, {
    enter(node: { -readonly [Name in keyof ASTNode]: ASTNode[Name] }) {
      if (node.kind === 'Document') return;
      positions.set(node as ASTNode, { text, offset: node.loc!.start });
      delete node.loc;
    },
  });
}

/** Returns the locations of the first nodes of an error, as graphql-js would. */
export function locationsOf({ nodes, locations }: GraphQLError): readonly SourceLocation[] | undefined {
  const known = nodes?.slice(0, MAX_LOCATIONS).flatMap((node) => positions.get(node) ?? []);
  return known && known.length > 0 ? known.map(locationAt) : locations;
}

function locationAt({ text, offset }: Position): SourceLocation {
  const lines = (text.lines ??= linesIn(text.body));
  let [line, after] = [0, lines.length];
  while (after - line > 1) {
    const middle = (line + after) >> 1;
    if (lines[middle]! <= offset) line = middle;
    else after = middle;
  }
  return { line: line + 1, column: offset - lines[line]! + 1 };
}

function linesIn(body: string): number[] {
  return [0, ...body.matchAll(LINE_BREAK).map(({ index, 0: lineBreak }) => index + lineBreak.length)];
}
