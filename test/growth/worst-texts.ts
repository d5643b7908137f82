import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { expressionsIn } from '../lint/expressions.ts';

/** Pieces of texts that expressions look for, or that break a match off. */
const PIECES = [
  ...' \t\n\r,;:.=+-@%&?/\\\'"`<>[](){}#*_~$!|^0159azZ',
  '\r\n',
  '\0',
  '\u00A0',
  '\u0301',
  '\u0301\u0316',
  '\u0345\u0301\u0316\u0334',
  '\u034F\u0301',
  '\u200D',
  'a\u200D',
  '\uFE0F',
  '\u2028',
  '\u3164',
  'é',
  '＝',
  '😀',
  '\u{E0061}',
  '\uD800',
  '1,',
  '1.',
  '10',
  'a ',
  'a=1&',
  '%70',
  '["',
  '{"a":',
  '{a',
  '""',
  '"a",',
  '\\"',
  '<a ',
  '&#1',
  'a.',
  'a-',
  'a_',
  'aA',
  'prv_',
  'pin="',
  'token: ',
  '$pin:',
  '://',
  '#\n',
];

/** Short texts that code looks for. */
const SOUGHT = /(?:indexOf|includes|startsWith|endsWith|split)\(['"`]([^'"`\\\n]{1,12})['"`]/gi;

/** Makes a text of a length. */
export type WorstText = (length: number) => string;

/**
 * Returns texts that could be the worst for the functions of a file: runs of signs, and of what its
 * expressions match.
 */
export function worstTextsFor(file: string, code: string): WorstText[] {
  const samples = expressionsIn(file, code).flatMap(({ parts }) => (parts ? samplesOf(parts) : []));
  const sought = Array.from(code.matchAll(SOUGHT), ([, text]) => text!);
  const runs = [...new Set([...PIECES, ...samples, ...sought])].filter((run) => run !== '');
  return runs
    .flatMap((run) => ['', 'x', '\n"'].map((end) => textOf('', run, end)))
    .concat(...['0', '\u0301', "'"].map((run) => textOf('0.1', run, '1')));
}

function textOf(start: string, run: string, end: string): WorstText {
  return (length) => start + run.repeat(Math.ceil(length / run.length)) + end;
}

/** Returns a text that an expression matches, and its beginnings, which it nearly matches. */
function samplesOf({ source, flags }: { source: string; flags: string }): string[] {
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, mode);
  return alternatives.flatMap(({ elements }) => {
    const pieces = elements.map(sampleOf).filter((piece) => piece !== '');
    return pieces.map((_, at) => pieces.slice(0, at + 1).join(''));
  });
}

function sampleOf(node: AST.Element | AST.Alternative): string {
  switch (node.type) {
    case 'Alternative':
      return node.elements.map(sampleOf).join('');
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
      return node.kind === 'space' ? ' ' : node.kind === 'digit' ? '1' : 'a';
    case 'CharacterClass':
      return node.negate ? 'a' : firstOf(node);
    case 'Quantifier':
      return sampleOf(node.element).repeat(Math.min(Math.max(node.min, 1), 50));
    case 'Group':
    case 'CapturingGroup':
      return sampleOf(node.alternatives[0]!);
    default:
      return '';
  }
}

function firstOf({ elements: [first] }: AST.CharacterClass): string {
  if (first?.type === 'CharacterClassRange') return String.fromCodePoint(first.min.value);
  if (first?.type === 'Character') return String.fromCodePoint(first.value);
  return first?.type === 'CharacterSet' ? sampleOf(first) : 'a';
}
