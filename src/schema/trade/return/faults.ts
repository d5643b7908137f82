import { Prisma } from '../../../generated/prisma/client.ts';
import { enumOf } from '../../core/noun/kinds.ts';

/** The party at fault for a return. */
export const FAULT = enumOf('Fault', 'Whose fault a return is.', {
  supplier: 'The supplier’s.',
  retailer: 'The retailer’s.',
  neutral: 'Nobody’s, or unknown.',
});

export type ReturnFault = (typeof FAULT.values)[number];

/** Reasons that are somebody's fault; all others are neutral. Case, and spaces for `_`, do not matter. */
const AT_FAULT = {
  supplier: ['missing', 'damaged', 'quality', 'wrong_item', 'too_warm', 'short_dated'],
  retailer: ['overstock', 'unsold'],
} as const satisfies Partial<Record<ReturnFault, readonly string[]>>;

/** The supplier's reasons, which missing goods of a receipt must have. */
export const SUPPLIER_REASONS = AT_FAULT.supplier;

/** Reasons of goods that are thrown away. */
const WASTED = ['expired', 'damaged', 'overstock', 'recalled'];

/** Returns SQL for the fault of the return `alias`. */
export function faultOf(alias: string): Prisma.Sql {
  const reason = plain(alias);
  return Prisma.sql`CASE WHEN ${reason} = ANY(${AT_FAULT.supplier}::text[]) THEN 'supplier'
    WHEN ${reason} = ANY(${AT_FAULT.retailer}::text[]) THEN 'retailer' ELSE 'neutral' END`;
}

/** Returns SQL for whether the supplier is at fault for the return `alias`. */
export function isOfSupplier(alias: string): Prisma.Sql {
  return Prisma.sql`${plain(alias)} = ANY(${AT_FAULT.supplier}::text[])`;
}

/** Returns SQL for whether the goods of the return `alias` are thrown away. */
export function isWasted(alias: string): Prisma.Sql {
  return Prisma.sql`${plain(alias)} = ANY(${WASTED}::text[])`;
}

function plain(alias: string): Prisma.Sql {
  return Prisma.raw(`replace(lower(${alias}.reason), ' ', '_')`);
}
