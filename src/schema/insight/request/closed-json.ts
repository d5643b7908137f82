import { CUT } from './masked-text.ts';

/**
 * The endings that a cut JSON text can lack, apart from its closing brackets: within a string, and elsewhere.
 */
const ENDS_OF_TEXT = [`${CUT}"`, '":null'];
const ENDS = ['', 'null', ':null', '"":null'];
/** The characters of an escape, such as `\u00e9`, that was cut. */
const MAX_ESCAPE = 5;

/**
 * Parses the beginning of a JSON text, with `…` where its last string is cut; undefined if it is no JSON. A
 * number or a word such as `true` that was cut becomes null.
 */
export function parsedBeginning(beginning: string): { value: unknown } | undefined {
  const { brackets, isInText, end } = stateAtEnd(beginning);
  for (let dropped = 0; dropped <= (isInText ? MAX_ESCAPE : 0); dropped++) {
    for (const missing of isInText ? ENDS_OF_TEXT : ENDS) {
      const result = parsed(beginning.slice(0, end - dropped) + missing + brackets);
      if (result) return result;
    }
  }
  return undefined;
}

/** Parses a JSON text; undefined if it is invalid. */
export function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/**
 * Returns the brackets that close a text, whether it ends in a string, and the position after its last whole
 * token.
 */
function stateAtEnd(text: string): { brackets: string; isInText: boolean; end: number } {
  const open: string[] = [];
  let isInText = false;
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isInText && character === '\\') at += 1;
    else if (character === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (character === '{') open.push('}');
    else if (character === '[') open.push(']');
    else if (character === '}' || character === ']') open.pop();
    else if (character !== ',' && character !== ':') continue;
    end = at + 1;
  }
  return { brackets: open.toReversed().join(''), isInText, end: isInText ? text.length : end };
}
