import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { exposed } from '../../core/builder/fields-graphql.ts';
import { accountOf, byId } from '../../core/context.ts';
import { recordsById } from '../../core/list/load-record.ts';
import { atMost, embedded } from '../../core/list/list-size.ts';
import { loaderAtPath } from '../../core/list/shared-at-path.ts';
import { describedAs } from '../../core/noun/fields.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { calendarDate } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_PEOPLE } from '../../people/limits.ts';
import { DRIVING_ROLES } from '../../core/caller/roles.ts';
import { Delivery } from '../delivery/graphql.ts';
import { MAX_DAY_STOPS, MAX_DAY_TOURS, MAX_TOUR_STOPS } from '../limits.ts';
import { Stop } from '../stop/graphql.ts';
import { TOUR_FIELDS } from './fields.ts';
import { toursSeen } from './driver-stops.ts';
import { stopPositionOf, tourProgressOf, type TourProgress, toursOf, versionOfTour } from './read-tours.ts';

const READ = { scope: 'deliveries:read' } as const;
/** Drivers see their own tours. */
const SEE_TOURS = { anyScope: ['deliveries:read', 'stops:read'] } as const;
const EITHER = { anyScope: ['deliveries:read', 'deliveries:write', 'stops:read'] } as const;

export const TourDriver = builder.prismaObject('Person', {
  variant: 'TourDriver',
  description: 'A person who can be the driver of a tour.',
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The number of the person.' }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
  }),
});

const Progress = builder.objectRef<TourProgress>('TourProgress').implement({
  description: 'How far a tour is.',
  authScopes: EITHER,
  fields: (t) => ({
    stops: t.exposeInt('stops', { description: 'All stops of the tour.' }),
    completed: t.exposeInt('completed', { description: 'The stops that are completed.' }),
  }),
});

const TourStop = builder.prismaObject('TourStop', {
  description: 'A stop of a tour.',
  authScopes: EITHER,
  select: { deliveryId: true },
  fields: (t) => ({
    position: t.int({
      description: 'The position in the tour, from 1.',
      select: { deliveryId: true },
      resolve: ({ deliveryId }, _args, context) => stopPositionOf(context, deliveryId),
    }),
    stop: t.relation('delivery', {
      type: Stop,
      isOfParent: true,
      description: 'The delivery as its driver sees it.',
    }),
    // A second field of the relation would be read by a statement for each stop.
    delivery: t.fieldWithSelection({
      type: Delivery,
      nullable: true,
      description: 'The delivery. Needs `deliveries:read`.',
      authScopes: READ,
      select: { deliveryId: true },
      resolve: (selection, { deliveryId }, _args, context, info) =>
        loaderAtPath(context, info, async (ids: readonly bigint[]) => {
          const deliveries = await recordsById(context, context.db.delivery, selection, ids);
          return ids.map((id) => deliveries.get(id) ?? null);
        }).load(deliveryId),
    }),
  }),
});

export const Tour = builder.prismaObject('Tour', {
  description: 'Deliveries of a day in the order in which a driver makes them.',
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The number of the tour.' }),
    name: t.exposeString('name', { description: describedAs(TOUR_FIELDS.name)! }),
    ...exposed(t, { date: TOUR_FIELDS.date, vehicle: TOUR_FIELDS.vehicle, startsAt: TOUR_FIELDS.startsAt }),
    driver: t.relation('driver', {
      type: TourDriver,
      nullable: true,
      description: 'The driver; null if it is open, also after the person left or lost the role.',
    }),
    stops: t.relation('stops', {
      type: TourStop,
      description: 'The stops in their order.',
      ...embedded(MAX_TOUR_STOPS, () => MAX_DAY_STOPS),
      query: { orderBy: [{ place: 'asc' }, { deliveryId: 'asc' }] },
    }),
    progress: t.field({
      type: Progress,
      description: 'How far the tour is.',
      select: { id: true },
      resolve: ({ id }, _args, context) => tourProgressOf(context, id),
    }),
    version: t.string({
      description:
        'Opaque; changes with the fields and the stops, not with their statuses. Send it as `ifMatch` to change only this version.',
      select: { id: true },
      resolve: ({ id }, _args, context) => versionOfTour(context, id),
    }),
  }),
});

builder.prismaObjectField(Delivery, 'tour', (t) =>
  t.fieldWithSelection({
    type: Tour,
    nullable: true,
    description: 'The tour that the delivery is in, or null.',
    select: { id: true },
    resolve: (selection, { id }, _args, context, info) =>
      loaderAtPath(context, info, async (ids: readonly bigint[]) => {
        const tours = await toursOf(context, ids);
        const found = tours.filter((each) => each !== undefined);
        const rows = await recordsById(context, context.db.tour, selection, found);
        return tours.map((tour) => (tour === undefined ? null : (rows.get(tour) ?? null)));
      }).load(id),
  }),
);

const TourDate = z.strictObject({ date: calendarDate });

builder.queryFields((t) => ({
  tours: t.fieldWithSelection({
    type: [Tour],
    description:
      'Returns the tours of a day by `startsAt`, then `name`; for a driver their own, once a tour of the day has a driver.',
    authScopes: SEE_TOURS,
    args: { date: t.arg({ type: 'Date', required: true, description: 'The day.' }) },
    ...atMost(MAX_DAY_TOURS),
    resolve: async (query, _root, args, context) => {
      const { date } = valid(TourDate, args);
      const ids = await toursSeen(context, Prisma.sql`date = ${date}::date`);
      const tours = await recordsById(context, context.db.tour, query, ids);
      // A tour can be deleted meanwhile.
      return ids.flatMap((id) => tours.get(id) ?? []);
    },
  }),
  tour: t.fieldWithSelection({
    type: Tour,
    nullable: true,
    description: 'Returns one tour; for a driver null if it is not one of their own.',
    authScopes: SEE_TOURS,
    args: { id: t.arg.id({ required: true }) },
    resolve: async (query, _root, { id }, context) => {
      const [seen] = await toursSeen(context, Prisma.sql`id = ${recordIdOf(id)}`);
      return seen === undefined ? null : context.db.tour.findUnique({ ...query, ...byId(context, seen) });
    },
  }),
  drivers: t.fieldWithSelection({
    type: [TourDriver],
    description: 'Returns the people who can be drivers of tours, owners, members and drivers, by name.',
    authScopes: READ,
    ...atMost(MAX_PEOPLE),
    resolve: (query, _root, _args, context) =>
      context.db.person.findMany({
        ...query,
        where: { accountId: accountOf(context), role: { in: [...DRIVING_ROLES] } },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
        take: MAX_PEOPLE,
      }),
  }),
}));
