import { builder } from '../../core/builder/builder.ts';
import { MAX_DAY_WARNINGS } from '../../catalogue/closed-day/day-warnings.ts';
import { Delivery, DeliveryProduct } from '../delivery/graphql.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import { COUNT_COST } from '../../core/list/history.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { readTogether } from '../../core/list/read-together.ts';
import {
  countWarnings,
  MAX_DELIVERY_WARNINGS,
  readDateWarnings,
  readPromises,
  readWarnings,
  type WarningOfDelivery,
  DELIVERY_WARNINGS,
} from './read-warnings.ts';

const EITHER = { resource: 'deliveries' } as const;

const DeliveryWarningKindEnum = builder.enumType('DeliveryWarningKind', {
  values: enumValues(DELIVERY_WARNINGS, {
    short_dated: 'The lot has less shelf life than the supermarket is promised.',
    closed_day: 'The branch takes no deliveries on the day.',
    after_cut_off:
      'The delivery was created, or its day, branch or products were changed, after the cut-off of the supermarket.',
    withdrawn: 'A withdrawal or recall names the lot, open or closed.',
  }),
  description: 'What a warning is about.',
});

const DeliveryWarning = builder.objectRef<WarningOfDelivery>('DeliveryWarning').implement({
  description: 'What is doubtful about a delivery. Fields that a kind does not have are null.',
  authScopes: EITHER,
  fields: (t) => ({
    kind: t.expose('kind', { type: DeliveryWarningKindEnum, description: 'What it is about.' }),
    message: t.exposeString('message', { description: 'The warning in words.' }),
    date: t.expose('date', {
      type: 'Date',
      nullable: true,
      description: 'The day of delivery that is closed, or was ordered too late.',
    }),
    productId: t.exposeID('productId', {
      nullable: true,
      description: 'The `id` of the product of the line.',
    }),
    productName: t.exposeString('productName', {
      nullable: true,
      description: 'The name of the product when the delivery was created.',
    }),
    lot: t.exposeString('lot', {
      nullable: true,
      description: 'The number of the lot; null when only its date is known.',
    }),
    bestBefore: t.expose('bestBefore', {
      type: 'Date',
      nullable: true,
      description: 'Its best-before date.',
    }),
    useBy: t.expose('useBy', { type: 'Date', nullable: true, description: 'Its use-by date.' }),
    remainingDays: t.exposeInt('remainingDays', {
      nullable: true,
      description:
        'The days that it has left on the day of delivery, that day not counted; less than 0 when it has passed.',
    }),
    minRemainingDays: t.exposeInt('minRemainingDays', {
      nullable: true,
      description: 'The days that the supermarket is promised.',
    }),
  }),
});

builder.prismaObjectField(Delivery, 'warnings', (t) =>
  t.field({
    type: [DeliveryWarning],
    ...embedded(MAX_DELIVERY_WARNINGS),
    description: `What is doubtful: a closed day, an order after the cut-off, withdrawn lots, and lots with less shelf life than the supermarket is promised. At most ${MAX_DELIVERY_WARNINGS}.`,
    select: { id: true },
    resolve: ({ id }, _args, context) => deliveryWarningsOf(context, id),
  }),
);

builder.prismaObjectField(Delivery, 'warningCount', (t) =>
  t.int({
    ...costing(COUNT_COST),
    description:
      'The number of warnings, also beyond those in `warnings`. Which lots are affected beyond those, the `lots` of the lines show.',
    select: { id: true },
    resolve: ({ id }, _args, context) => warningCountOf(context, id),
  }),
);

builder.prismaObjectField(Delivery, 'dayWarnings', (t) =>
  t.field({
    type: [DeliveryWarning],
    ...embedded(MAX_DAY_WARNINGS),
    description: 'What is doubtful about the day alone: closed, or ordered after the cut-off.',
    select: { id: true },
    resolve: ({ id }, _args, context) => dayWarningsOf(context, id),
  }),
);

builder.prismaObjectField(DeliveryProduct, 'minRemainingDays', (t) =>
  t.int({
    nullable: true,
    description:
      'The days of shelf life that the supermarket is promised of the product on the day of delivery; null for none.',
    select: { deliveryId: true, productId: true },
    resolve: (line, _args, context) => promisesOf(context, line),
  }),
);

const deliveryWarningsOf = readTogether(readWarnings);
const warningCountOf = readTogether(countWarnings);
const dayWarningsOf = readTogether(readDateWarnings);
const promisesOf = readTogether(readPromises);
