import { z } from 'zod';
import { SCOPES } from '../../core/caller/scopes.ts';
import { MAX_TEXT } from '../../core/limits.ts';
import { CREATE_AND_OUT, type Fields, OUT } from '../../core/noun/fields.ts';
import { inputs } from '../../core/noun/inputs.ts';
import { finding } from '../../core/noun/issues.ts';
import { ID, TEXT, TEXTS, TIME } from '../../core/noun/kinds.ts';
import { FIRST_DATE, LAST_DATE, lengthFirst, MAX_TIME_TEXT } from '../../core/noun/rules.ts';

/** Far more than there are scopes; duplicates are harmless. */
const MAX_SCOPES = 100;

const scopes = lengthFirst(
  z
    .array(z.enum(SCOPES, { error: ({ input }) => `has an unknown scope: ${String(input).slice(0, 100)}` }))
    .min(1, 'must contain at least one scope'),
  MAX_SCOPES,
  `must contain at most ${MAX_SCOPES} scopes`,
).transform((scopes) => [...new Set(scopes)]);

const expiresAt = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 time with an offset', abort: true })
  .max(MAX_TIME_TEXT, { error: 'must be an ISO 8601 time with an offset', abort: true })
  .refine(
    (time) => time < '2101',
    finding('date_out_of_range', 'must be before the year 2101', { min: FIRST_DATE, max: LAST_DATE }),
  )
  .transform((time) => new Date(time))
  .refine((time) => time.getTime() > Date.now(), finding('not_in_future', 'must be in the future'))
  .register(inputs, { as: 'lastDay' });

/** The columns of a key that people see. Its value is never among them. */
export const API_KEY_FIELDS = {
  id: { kind: ID, in: OUT, is: 'the number of the key, which rotation does not change' },
  name: {
    kind: TEXT,
    in: CREATE_AND_OUT,
    is: 'the name of the key',
    inputIs: `a name to recognize the key by, at most ${MAX_TEXT} characters`,
    limits: '',
    hint: 'For example, “Warehouse import”',
  },
  lastFour: { kind: TEXT, in: OUT, is: 'the last four characters of the value' },
  scopes: {
    kind: TEXTS,
    rule: scopes,
    in: CREATE_AND_OUT,
    is: 'the permissions of the key, such as `deliveries:read`',
    inputIs: 'the permissions of the key. See `scopes` for the values',
  },
  createdAt: { kind: TIME, in: OUT, is: 'when the key was created' },
  lastUsedAt: {
    kind: TIME,
    in: OUT,
    isOptional: true,
    is: 'when the key was last used, to the minute; null if never',
  },
  expiresAt: {
    kind: TIME,
    rule: expiresAt,
    in: CREATE_AND_OUT,
    isOptional: true,
    is: 'when the key expires; null if it never does',
    inputIs: 'when the key expires; it never does by default',
    hint: 'The key works until the end of this day in your time zone. Leave empty for a key that does not expire',
  },
} as const satisfies Fields;
