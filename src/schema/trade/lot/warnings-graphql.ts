import { builder } from '../../core/builder/builder.ts';
import { MAX_DAY_WARNINGS } from '../../catalogue/closed-day/day-warnings.ts';
import { Delivery, DeliveryProduct } from '../delivery/graphql.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import { embedded } from '../../core/list/list-size.ts';
import { readTogether } from '../../core/list/read-together.ts';
import {
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
    resolve: ({ id }, _args, context) => warningsOf(context, id),
  }),
);

builder.prismaObjectField(Delivery, 'dayWarnings', (t) =>
  t.field({
    type: [DeliveryWarning],
    ...embedded(MAX_DAY_WARNINGS),
    select: { id: true },
    resolve: ({ id }, _args, context) => dayWarningsOf(context, id),
  }),
);

builder.prismaObjectField(DeliveryProduct, 'minRemainingDays', (t) =>
  t.int({
    nullable: true,
    select: { deliveryId: true, productId: true },
    resolve: (line, _args, context) => promisesOf(context, line),
  }),
);

const warningsOf = readTogether(readWarnings);
const dayWarningsOf = readTogether(readDateWarnings);
const promisesOf = readTogether(readPromises);
