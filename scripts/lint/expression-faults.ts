import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

const parser = new RegExpParser();

/**
 * Returns what makes a regular expression slow for some text: it starts again at each character, or tries the
 * same characters in many ways. Other slow expressions are found by `test/expressions`.
 *
 * @throws SyntaxError if it is no expression
 */
export function faultsOf(source: string, flags: string): string[] {
  const found = new Set<string>();
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const isSticky = flags.includes('y');
  visitRegExpAST(parser.parsePattern(source, 0, source.length, mode), {
    onAssertionEnter(node) {
      if (node.kind === 'end' && !isSticky && isOpenBefore(node)) found.add(OPEN_END);
    },
    onBackreferenceEnter() {
      found.add(BACK_REFERENCE);
    },
    onQuantifierEnter(node) {
      if (node.max > 1 && node.min !== node.max && isWithinRepeated(node)) found.add(NESTED);
    },
  });
  return [...found];
}

const OPEN_END =
  'A quantifier before $ is tried from each character. Begin the expression with ^, or look for the end by a loop';
const BACK_REFERENCE = 'A back reference can take quadratic time. Compare two groups instead';
const NESTED =
  'A quantifier in a repeated group can match the same characters in many ways. Read them by a loop, or in two steps';

/**
 * Returns whether an unlimited quantifier comes before the end of an expression that can begin at any
 * character.
 */
function isOpenBefore(end: AST.Node): boolean {
  let isOpen = false;
  for (let node = end; node.parent && node.type !== 'Pattern'; node = node.parent) {
    const { parent } = node;
    if (parent.type !== 'Alternative') continue;
    const before = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element));
    if (before.some(isStart)) return false;
    isOpen ||= endsOpen(before);
    if (before.some((each) => !isOptional(each))) return isOpen && !isAnchored(parent);
  }
  return isOpen;
}

/** Returns whether ^ comes before an alternative, in the expressions around it. */
function isAnchored(alternative: AST.Node): boolean {
  for (let node = alternative; node.parent; node = node.parent) {
    const { parent } = node;
    if (parent.type !== 'Alternative') continue;
    if (parent.elements.slice(0, parent.elements.indexOf(node as AST.Element)).some(isStart)) return true;
  }
  return false;
}

function isStart(element: AST.Element): boolean {
  if (element.type === 'Assertion') return element.kind === 'start';
  const groups = element.type === 'Group' || element.type === 'CapturingGroup';
  return groups && element.alternatives.every(({ elements }) => elements.some(isStart));
}

/** Returns whether elements can end with an unlimited quantifier. */
function endsOpen(elements: readonly AST.Element[]): boolean {
  for (const element of elements.toReversed()) {
    if (isOpen(element)) return true;
    if (!isOptional(element)) return false;
  }
  return false;
}

function isOpen(element: AST.Element): boolean {
  if (element.type === 'Quantifier') return element.max === Infinity || isOpen(element.element);
  const groups = element.type === 'Group' || element.type === 'CapturingGroup';
  return groups && element.alternatives.some(({ elements }) => endsOpen(elements));
}

/** Returns whether an element can match nothing. */
function isOptional(element: AST.Element): boolean {
  if (element.type === 'Quantifier') return element.min === 0 || isOptional(element.element);
  if (element.type === 'Assertion') return true;
  const groups = element.type === 'Group' || element.type === 'CapturingGroup';
  return groups && element.alternatives.some(({ elements }) => elements.every(isOptional));
}

function isWithinRepeated({ parent }: AST.Node): boolean {
  if (parent === null) return false;
  return (parent.type === 'Quantifier' && parent.max > 1) || isWithinRepeated(parent);
}
