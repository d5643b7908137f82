import type { z } from 'zod';
import { gln, gtin } from '../../../../core/noun/trade-numbers.ts';

/**
 * The codes whose check digit shows that decimals behind them are a program's, by the names of fields that
 * can have them.
 */
const CODES: Partial<Record<string, z.ZodType>> = {
  gtin,
  caseGtin: gtin,
  product: gtin,
  'branch.gln': gln,
  branch: gln,
};

/** Reads 4012345100082.0 as 4012345100082: programs that take codes for numbers write them so. */
export function withoutDecimals(name: string, text: string): string {
  const [, digits] = /^(\d{8,14})[.,]0+$/.exec(text) ?? [];
  return digits !== undefined && CODES[name]?.safeParse(digits).success ? digits : text;
}
