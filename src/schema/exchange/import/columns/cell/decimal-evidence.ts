import { type DecimalSign, DECIMAL_SIGNS, numberText } from './numbers.ts';

/** A number that could be read with either decimal sign. */
interface Unsure {
  text: string;
  row: number;
}

/** The evidence of the decimal sign in the numbers of a column. */
export interface DecimalEvidence {
  /** The decimal signs that numbers prove. */
  proved: Set<DecimalSign>;
  /** The first number that could be read with either decimal sign. */
  unsure: Unsure | undefined;
  /**
   * The first ambiguous number whose sign is not the proven decimal sign, unless others prove that it groups.
   */
  contrary: Unsure | undefined;
}

/** Returns the evidence of the decimal sign in the numbers of a column. */
export function decimalEvidence(texts: Iterable<readonly [text: string, row: number]>): DecimalEvidence {
  const proved = new Set<DecimalSign>();
  const unsure: Partial<Record<DecimalSign, Unsure>> = {};
  let groups = false;
  let first: Unsure | undefined;
  for (const [text, row] of texts) {
    const read = numberText(text);
    if (!read) continue;
    if ('values' in read) {
      first ??= { text, row };
      unsure[text.includes('.') ? '.' : ','] ??= { text, row };
    } else if ('sign' in read) {
      proved.add(read.sign);
      groups ||= DECIMAL_SIGNS.some((sign) => sign !== read.sign && text.includes(sign));
    }
  }
  const [only] = proved;
  const contrary = proved.size === 1 && !groups ? unsure[only === '.' ? ',' : '.'] : undefined;
  return { proved, unsure: first, contrary };
}
