import { builder } from '../../core/builder/builder.ts';
import { byId } from '../../core/context.ts';
import { recordsById } from '../../core/list/load-record.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { DELIVERY_FIELDS, LINE_FIELDS } from '../delivery/fields.ts';
import { enumType, exposed } from '../../core/builder/fields-graphql.ts';
import { atMost, embedded } from '../../core/list/list-size.ts';
import { LOT_FIELDS } from '../lot/fields.ts';
import { selectedNames } from '../../core/list/selections.ts';
import { PRODUCT_UNIT } from '../../catalogue/product/fields.ts';
import { figure } from '../../core/noun/rules.ts';
import { MAX_LOTS, MAX_PRODUCTS, MAX_STOPS } from '../limits.ts';
import { confirmReceipt } from '../receipt/confirm-receipt.ts';
import { ConfirmReceiptInput } from '../receipt/graphql.ts';
import { moveStop } from './move-stop.ts';
import { stopsOfDriver, requireStopOfDriver, seesStop } from '../tour/driver-stops.ts';
import { dayOfStops, MAX_STOP_ITEMS, requireReadable, stopsOn } from './stops-on.ts';

const READ = { scope: 'stops:read' } as const;
/** Stops of tours are for all who use deliveries, too. */
const SEE = { anyScope: ['deliveries:read', 'deliveries:write', 'stops:read'] } as const;
const WRITE = { scope: 'stops:write' } as const;

export const StopLot = builder.prismaObject('DeliveryItemLot', {
  variant: 'StopLot',
  description: 'A lot or date in a line of a stop.',
  authScopes: SEE,
  select: { id: true },
  fields: (t) => {
    const { lot, bestBefore, useBy, quantity } = LOT_FIELDS;
    return exposed(t, { lot, bestBefore, useBy, quantity });
  },
});

const StopLine = builder.prismaObject('DeliveryItem', {
  variant: 'StopLine',
  description: 'A line of a stop, without its price.',
  authScopes: SEE,
  select: { position: true },
  fields: (t) => {
    const { productId, name, quantity, returnedQuantity } = LINE_FIELDS;
    return {
      ...exposed(t, { productId, name, quantity, returnedQuantity }),
      unit: t.field({
        type: enumType(PRODUCT_UNIT),
        description: 'The unit that the quantity is counted in.',
        select: { product: { select: { unit: true } } },
        resolve: ({ product }) => product.unit as (typeof PRODUCT_UNIT.values)[number],
      }),
      lots: t.relation('lots', {
        description: 'The lots and dates that the line consists of.',
        ...embedded(MAX_LOTS, () => MAX_STOP_ITEMS),
        type: StopLot,
        // Lots that were corrected stay as superseded rows.
        query: { where: { supersededAt: null }, orderBy: { id: 'asc' } },
      }),
    };
  },
});

/** A delivery in a driver's view. Only fields without prices and values may be added. */
export const Stop = builder.prismaObject('Delivery', {
  variant: 'Stop',
  description: 'A delivery as its driver sees it: without prices.',
  authScopes: SEE,
  select: { id: true },
  fields: (t) => {
    const { deliveryDate, reference, notes, status, completedAt } = DELIVERY_FIELDS;
    const { completedBy, cancelledAt, cancelledBy, totalQuantity, totalWeight } = DELIVERY_FIELDS;
    return {
      id: t.exposeID('id', { description: 'The `id` of the delivery.' }),
      ...exposed(t, { deliveryDate, reference, notes, status, completedAt }),
      ...exposed(t, { completedBy, cancelledAt, cancelledBy, totalQuantity, totalWeight }),
      supermarketName: t.string({
        description: 'The name of the supermarket.',
        select: { supermarket: { select: { name: true } } },
        resolve: ({ supermarket }) => supermarket.name,
      }),
      branchName: t.string({
        description: 'The name of the branch.',
        select: { branch: { select: { name: true } } },
        resolve: ({ branch }) => branch.name,
      }),
      address: t.string({
        description: 'The address of the branch.',
        select: { branch: { select: { address: true } } },
        resolve: ({ branch }) => branch.address,
      }),
      phone: t.string({
        nullable: true,
        description: 'The phone number of the branch.',
        select: { branch: { select: { phone: true } } },
        resolve: ({ branch }) => branch.phone,
      }),
      deliveryWindow: t.string({
        nullable: true,
        description: 'When the branch takes deliveries, such as `06:00-10:00`; null for any time.',
        select: { branch: { select: { deliveryWindow: true } } },
        resolve: ({ branch }) => branch.deliveryWindow,
      }),
      receivedBy: t.string({
        nullable: true,
        description: 'The name of the person who received the goods; null until the receipt is confirmed.',
        select: { receipt: { select: { receivedBy: true } } },
        resolve: ({ receipt }) => receipt?.receivedBy ?? null,
      }),
      receivedAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When the goods were received; null until the receipt is confirmed.',
        select: { receipt: { select: { receivedAt: true } } },
        resolve: ({ receipt }) => receipt?.receivedAt ?? null,
      }),
      lines: t.relation('items', {
        description: 'The lines of the delivery, in their original order.',
        ...embedded(MAX_PRODUCTS, () => MAX_STOP_ITEMS),
        type: StopLine,
        query: { orderBy: { position: 'asc' } },
      }),
    };
  },
});

/** Returns whether the selection of lines selects their lots. */
function selectsLots(items: unknown): boolean {
  const { select } = (items ?? {}) as { select?: object };
  return select !== undefined && 'lots' in select;
}

builder.queryFields((t) => ({
  stops: t.fieldWithSelection({
    type: [Stop],
    description: `Returns the deliveries that are due on a day and not cancelled, oldest first, for a driver those of their own tours in their order once a tour of the day has a driver, at most ${MAX_STOPS}. With more than ${figure(MAX_STOP_ITEMS)} lines, lots and containers together, read those of each by \`stop\`.`,
    authScopes: READ,
    args: { date: t.arg({ type: 'Date', required: true, description: 'The day of delivery.' }) },
    ...atMost(MAX_STOPS),
    resolve: async (query, _root, { date }, context, info) => {
      const own = await stopsOfDriver(context, dayOfStops(date));
      const items = query.select?.items;
      await requireReadable(
        context,
        date,
        {
          lines: Boolean(items),
          lots: selectsLots(items),
          containers: selectedNames(info).has('containers'),
        },
        own,
      );
      if (!own) return context.db.delivery.findMany({ ...query, ...stopsOn(context, date) });
      const stops = await recordsById(context, context.db.delivery, query, own);
      return own.map((id) => stops.get(id)!);
    },
  }),
  stop: t.fieldWithSelection({
    type: Stop,
    nullable: true,
    description: 'Returns a delivery as its driver sees it, or null.',
    authScopes: READ,
    args: { id: t.arg.id({ required: true, description: 'The `id` of the delivery.' }) },
    resolve: async (query, _root, { id }, context) =>
      (await seesStop(context, recordIdOf(id)))
        ? context.db.delivery.findUnique({ ...query, ...byId(context, id) })
        : null,
  }),
}));

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: 'The `id` of the delivery.' });
  const at = t.arg({
    type: 'DateTime',
    description:
      'When it happened (default: now), for changes that are sent later. A time less than an hour from now counts as ' +
      'now, and a time before the previous change of the status as the time of that change.',
  });
  return {
    dispatchStop: t.fieldWithSelection({
      type: Stop,
      description: 'Marks a delivery as in transit, like `moveDelivery`.',
      authScopes: WRITE,
      args: { id, at },
      resolve: async (query, _root, args, context) => {
        await moveStop(context, args.id, 'in_transit', args.at);
        return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, args.id) });
      },
    }),
    completeStop: t.fieldWithSelection({
      type: Stop,
      description: 'Marks a delivery as completed, like `moveDelivery`.',
      authScopes: WRITE,
      args: { id, at },
      resolve: async (query, _root, args, context) => {
        await moveStop(context, args.id, 'completed', args.at);
        return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, args.id) });
      },
    }),
    confirmStop: t.fieldWithSelection({
      type: Stop,
      description:
        'Records what was received at the door, like `confirmReceipt`. Needs no other permission. For 48 hours, it ' +
        'also accepts the receipt of a delivery that was completed without one.',
      authScopes: WRITE,
      args: { id, input: t.arg({ type: ConfirmReceiptInput, required: true }) },
      resolve: async (query, _root, args, context) => {
        await requireStopOfDriver(context, recordIdOf(args.id), args.input.at);
        await confirmReceipt(context, args.id, args.input, { mayBeLate: true });
        return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, args.id) });
      },
    }),
  };
});
