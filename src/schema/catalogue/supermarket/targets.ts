import { z } from 'zod';
import type { Fields, Kind } from '../../core/noun/fields.ts';
import { DECIMAL } from '../../core/noun/kinds.ts';
import { percentage } from '../../core/noun/rules.ts';

/** The targets of supermarkets without their own, in percent. */
export const DEFAULT_TARGETS = { onTime: 95, fillRate: 98 } as const;

const target = { kind: DECIMAL, rule: percentage, isOptional: true, limits: ', in percent' } as const;

export const TARGET_FIELDS = {
  onTime: {
    ...target,
    absent: String(DEFAULT_TARGETS.onTime),
    is: `the share of deliveries on time (default ${DEFAULT_TARGETS.onTime})`,
  },
  fillRate: {
    ...target,
    absent: String(DEFAULT_TARGETS.fillRate),
    is: `the share of the quantity ordered (default ${DEFAULT_TARGETS.fillRate})`,
  },
} as const satisfies Fields;

const targetsRule = z.strictObject({ onTime: percentage.nullish(), fillRate: percentage.nullish() });

/** The targets of a supermarket, as an object. */
export const TARGETS = {
  type: 'SupermarketTargets',
  inputIs: 'New targets, in percent (0–100). Those left out stay; null sets the default.',
  sql: 'json',
  rule: targetsRule,
  shown: z.unknown(),
  members: TARGET_FIELDS,
} satisfies Kind as Kind<typeof targetsRule, { onTime?: number | null; fillRate?: number | null }>;
