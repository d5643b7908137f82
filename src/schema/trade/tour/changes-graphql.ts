import { builder } from '../../core/builder/builder.ts';
import { inputType } from '../../core/builder/fields-graphql.ts';
import { byId } from '../../core/context.ts';
import { recordsById } from '../../core/list/load-record.ts';
import { atMost } from '../../core/list/list-size.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { MAX_DAY_TOURS } from '../limits.ts';
import { copyTour } from './copy-tour.ts';
import { createTour } from './create-tour.ts';
import { deleteTour } from './delete-tour.ts';
import { NEW_TOUR, TOUR_FIELDS } from './fields.ts';
import { Tour } from './graphql.ts';
import { orderStops } from './order-stops.ts';
import { planTours } from './plan-tours.ts';
import { updateTour } from './update-tour.ts';

const WRITE = { scope: 'deliveries:write' } as const;
const IN_ORDER = 'The deliveries in the order of the stops.';

const CreateTourInput = inputType('CreateTourInput', NEW_TOUR, 'create', 'A new tour.');
const { date: _date, ...CHANGED } = TOUR_FIELDS;
const UpdateTourInput = inputType(
  'UpdateTourInput',
  CHANGED,
  'change',
  'What to change; the rest stays, and null clears a field. A name of null is given anew.',
);

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: 'The `id` of the tour.' });
  const date = t.arg({ type: 'Date', required: true, description: 'The day.' });
  const takeOver = t.arg.boolean({
    defaultValue: false,
    description: 'Whether deliveries may leave other tours for this one (default false).',
  });
  return {
    createTour: t.fieldWithSelection({
      type: Tour,
      description: 'Creates a tour of a day. A delivery is in at most one tour.',
      authScopes: WRITE,
      args: { input: t.arg({ type: CreateTourInput, required: true }), takeOver },
      audit: { left: 'tour.created' },
      resolve: async (query, _root, args, context) => {
        const created = await createTour(context, args.input, args.takeOver ?? false);
        return context.db.tour.findUniqueOrThrow({ ...query, ...byId(context, created) });
      },
    }),
    updateTour: t.fieldWithSelection({
      type: Tour,
      description: 'Changes the name, driver, vehicle or start of a tour.',
      authScopes: WRITE,
      args: { id, input: t.arg({ type: UpdateTourInput, required: true }), ...IF_MATCH },
      audit: { left: 'tour.updated' },
      resolve: async (query, _root, args, context) => {
        const changed = await updateTour(context, args.id, args.input, args.ifMatch);
        return context.db.tour.findUniqueOrThrow({ ...query, ...byId(context, changed) });
      },
    }),
    orderStops: t.fieldWithSelection({
      type: Tour,
      description:
        'Replaces the stops of a tour. What the list leaves out leaves the tour, what is new joins it.',
      authScopes: WRITE,
      args: {
        id,
        deliveryIds: t.arg.idList({ required: true, description: IN_ORDER }),
        takeOver,
        ...IF_MATCH,
      },
      audit: { left: 'tour.updated' },
      resolve: async (query, _root, args, context) => {
        const { deliveryIds, ifMatch } = args;
        const changed = await orderStops(context, args.id, {
          deliveryIds,
          takeOver: args.takeOver ?? false,
          ifMatch,
        });
        return context.db.tour.findUniqueOrThrow({ ...query, ...byId(context, changed) });
      },
    }),
    copyTour: t.fieldWithSelection({
      type: Tour,
      description:
        'Creates a tour like another one, with the deliveries of the day to the same branches that are in no tour. It may be empty.',
      authScopes: WRITE,
      args: { id, date },
      audit: { left: 'tour.created' },
      resolve: async (query, _root, args, context) => {
        const created = await copyTour(context, args.id, args.date);
        return context.db.tour.findUniqueOrThrow({ ...query, ...byId(context, created) });
      },
    }),
    planTours: t.fieldWithSelection({
      type: [Tour],
      description:
        'Makes the tours of a day after the templates of its weekday, or like those of another day, with the deliveries that are in no tour. What comes in later joins them by the same call. Returns the tours that were made or added to.',
      authScopes: WRITE,
      args: {
        date,
        like: t.arg({
          type: 'Date',
          description: 'The day whose tours are made again (default: the templates).',
        }),
      },
      ...atMost(MAX_DAY_TOURS),
      audit: { left: 'tour.created' },
      resolve: async (query, _root, args, context) => {
        const ids = await planTours(context, args);
        const tours = await recordsById(context, context.db.tour, query, ids);
        // A tour can be deleted meanwhile.
        return ids.flatMap((each) => tours.get(each) ?? []);
      },
    }),
    deleteTour: t.id({
      description: 'Deletes a tour, and returns its `id`. Its deliveries stay as they are.',
      authScopes: WRITE,
      args: { id },
      audit: { left: 'tour.deleted' },
      resolve: (_root, args, context) => deleteTour(context, args.id),
    }),
  };
});
