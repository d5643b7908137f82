import type { z } from 'zod';
import { gln, gtin } from '../../../../core/noun/trade-numbers.ts';

/**
 * The rules of codes with a check digit, by the fields that can have them: the digit shows that a program
 * added the decimals.
 */
const CODES: Partial<Record<string, z.ZodType>> = {
  gtin,
  caseGtin: gtin,
  product: gtin,
  'branch.gln': gln,
  branch: gln,
};

/** Reads 4012345100082.0 as 4012345100082: programs that store codes as numbers write them so. */
export function withoutDecimals(name: string, text: string): string {
  const [, digits] = /^(\d{8,14})[.,]0+$/.exec(text) ?? [];
  return digits !== undefined && CODES[name]?.safeParse(digits).success ? digits : text;
}
