import { type DecimalSign, numberText } from './numbers.ts';

/** Returns the decimal signs that the numbers of a column prove, and the first one that could be read with either. */
export function decimalEvidence(texts: Iterable<readonly [text: string, row: number]>): {
  proved: Set<DecimalSign>;
  unsure: { text: string; row: number } | undefined;
} {
  const proved = new Set<DecimalSign>();
  let unsure: { text: string; row: number } | undefined;
  for (const [text, row] of texts) {
    const read = numberText(text);
    if (!read) continue;
    if ('values' in read) unsure ??= { text, row };
    else if ('sign' in read) proved.add(read.sign);
  }
  return { proved, unsure };
}
