import { z } from 'zod';
import { type Fields, type Kind, rulesToCreate } from '../../core/noun/fields.ts';
import { INTEGER, TEXT } from '../../core/noun/kinds.ts';
import { inputs } from '../../core/noun/inputs.ts';
import { codeText } from '../../core/noun/rules.ts';
import { MAX_CUT_OFF_DAYS } from '../limits.ts';

const PROBLEM = `must be an integer from 0 to ${MAX_CUT_OFF_DAYS}`;

/** A time of the day, HH:MM. */
const timeOfDay = codeText()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must have the form HH:MM')
  .register(inputs, { as: 'time' });

export const CUT_OFF_FIELDS = {
  daysBefore: {
    kind: INTEGER,
    rule: z.int(PROBLEM).min(0, PROBLEM).max(MAX_CUT_OFF_DAYS, PROBLEM),
    is: 'how many calendar days before the day of delivery orders end',
    limits: ` (0–${MAX_CUT_OFF_DAYS})`,
    hint: 'Calendar days; leave both empty for no cut-off',
    example: 2,
  },
  time: {
    kind: TEXT,
    rule: timeOfDay,
    is: "the time of that day (HH:MM) in the account's time zone",
    example: '10:00',
  },
} as const satisfies Fields;

const rule = z.strictObject(rulesToCreate(CUT_OFF_FIELDS));

/** The time until which deliveries to a supermarket are ordered. */
export interface CutOff {
  daysBefore: number;
  time: string;
}

/** The cut-off of a supermarket, as an object. */
export const CUT_OFF = {
  type: 'CutOff',
  inputIs: 'Until when deliveries are ordered: a time of a calendar day before the day of delivery.',
  sql: 'json',
  rule,
  shown: z.unknown(),
  members: CUT_OFF_FIELDS,
} satisfies Kind as Kind<typeof rule, CutOff> & { members: typeof CUT_OFF_FIELDS };

/** The columns of a cut-off. */
export const CUT_OFF_COLUMNS = {
  cutOffDaysBefore: { kind: INTEGER, isOptional: true, isClearable: true },
  cutOffTime: { kind: TEXT, isOptional: true, isClearable: true },
} as const satisfies Fields;

/** Returns the values of a supermarket, with its cut-off as columns. */
export function inColumns<Values extends { cutOff?: unknown }>({
  cutOff,
  ...others
}: Values): Omit<Values, 'cutOff'> & { cutOffDaysBefore?: number | null; cutOffTime?: string | null } {
  if (cutOff === undefined) return others;
  const { daysBefore = null, time = null } = (cutOff ?? {}) as Partial<CutOff>;
  return { ...others, cutOffDaysBefore: daysBefore, cutOffTime: time };
}
