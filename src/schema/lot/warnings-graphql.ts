import DataLoader from 'dataloader';
import { builder } from '../builder/builder.ts';
import { MAX_DAY_WARNINGS } from '../closed-day/day-warnings.ts';
import type { Context } from '../context.ts';
import { Delivery, DeliveryProduct } from '../delivery/graphql.ts';
import { enumValues } from '../noun/enum-values.ts';
import { embedded } from '../list/list-size.ts';
import {
  type LineRef,
  MAX_WARNINGS,
  readDateWarnings,
  readPromises,
  readWarnings,
  type Warning,
  WARNINGS,
} from './read-warnings.ts';

const EITHER = { resource: 'deliveries' } as const;

const Kind = builder.enumType('DeliveryWarningKind', { values: enumValues(WARNINGS) });

const DeliveryWarning = builder.objectRef<Warning>('DeliveryWarning').implement({
  authScopes: EITHER,
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind }),
    message: t.exposeString('message'),
    date: t.expose('date', { type: 'Date', nullable: true }),
    productId: t.exposeID('productId', { nullable: true }),
    productName: t.exposeString('productName', { nullable: true }),
    lot: t.exposeString('lot', { nullable: true }),
    bestBefore: t.expose('bestBefore', { type: 'Date', nullable: true }),
    useBy: t.expose('useBy', { type: 'Date', nullable: true }),
    remainingDays: t.exposeInt('remainingDays', { nullable: true }),
    minRemainingDays: t.exposeInt('minRemainingDays', { nullable: true }),
  }),
});

builder.prismaObjectField(Delivery, 'warnings', (t) =>
  t.field({
    type: [DeliveryWarning],
    ...embedded(MAX_WARNINGS),
    select: { id: true },
    resolve: ({ id }, _args, context) => loadersOf(context).warnings.load(id),
  }),
);

builder.prismaObjectField(Delivery, 'dayWarnings', (t) =>
  t.field({
    type: [DeliveryWarning],
    ...embedded(MAX_DAY_WARNINGS),
    select: { id: true },
    resolve: ({ id }, _args, context) => loadersOf(context).dayWarnings.load(id),
  }),
);

builder.prismaObjectField(DeliveryProduct, 'minRemainingDays', (t) =>
  t.int({
    nullable: true,
    select: { deliveryId: true, productId: true },
    resolve: (line, _args, context) => loadersOf(context).promises.load(line),
  }),
);

interface WarningLoaders {
  warnings: DataLoader<bigint, Warning[]>;
  dayWarnings: DataLoader<bigint, Warning[]>;
  promises: DataLoader<LineRef, number | null>;
}

// A context can serve several executions.
const AFRESH = { cache: false };
const loaders = new WeakMap<Context, WarningLoaders>();

/** Reads what the deliveries and lines of a response need together. */
function loadersOf(context: Context): WarningLoaders {
  const cached = loaders.get(context);
  if (cached) return cached;
  const made = {
    warnings: new DataLoader((ids: readonly bigint[]) => readWarnings(context, ids), AFRESH),
    dayWarnings: new DataLoader((ids: readonly bigint[]) => readDateWarnings(context, ids), AFRESH),
    promises: new DataLoader((lines: readonly LineRef[]) => readPromises(context, lines), AFRESH),
  };
  loaders.set(context, made);
  return made;
}
