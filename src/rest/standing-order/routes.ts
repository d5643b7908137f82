import {
  CreateStandingOrderDocument,
  EndStandingOrderDocument,
  RestoreOccurrenceDocument,
  RestoreOccurrencesDocument,
  SkipOccurrenceDocument,
  StandingOrderDocument,
  StandingOrderOccurrencesDocument,
  StandingOrdersDocument,
  UpdateStandingOrderDocument,
} from '../../generated/operations.ts';
import { calendarDate } from '../../schema/core/noun/rules.ts';
import { STANDING_ORDER_FILTERS } from '../../schema/trade/standing-order/filters.ts';
import { listQuery } from '../list-query.ts';
import { type Ids, route } from '../route.ts';
import { listResponse, NOTHING, one, pageResponse } from '../shape.ts';
import {
  OccurrenceShape,
  OccurrenceWindow,
  RestoredOccurrences,
  RestoreOccurrencesInput,
  StandingOrderShape,
  StandingOrderInput,
  StandingOrderUpdate,
} from './shape.ts';

/** The date of an occurrence, in paths. */
const dateInPath = calendarDate
  .describe('The date by the rule of the order, YYYY-MM-DD.')
  .meta({ examples: ['2099-11-30'] });

/** The names of a window's days in errors. */
const WINDOW = { from: 'date_from', to: 'date_to' };

export const standingOrderRoutes = [
  route({
    method: 'get',
    path: '/standing-orders',
    name: 'listStandingOrders',
    summary: 'List standing orders',
    query: listQuery(STANDING_ORDER_FILTERS),
    response: pageResponse(StandingOrderShape),
    operation: StandingOrdersDocument,
  }),
  route({
    method: 'post',
    path: '/standing-orders',
    name: 'createStandingOrder',
    summary: 'Create a standing order',
    description:
      'Deliveries are created from it, `lead_days` before their day. Each of `weekdays` needs a line. The first occurrence is after today.',
    status: 201,
    body: StandingOrderInput,
    response: one(StandingOrderShape),
    errors: ['not_found', 'quota_exceeded'],
    operation: CreateStandingOrderDocument,
  }),
  route({
    method: 'get',
    path: '/standing-orders/:standing_order_id',
    name: 'getStandingOrder',
    summary: 'Read a standing order',
    response: one(StandingOrderShape),
    operation: StandingOrderDocument,
  }),
  route({
    method: 'patch',
    path: '/standing-orders/:standing_order_id',
    name: 'updateStandingOrder',
    summary: 'Change a standing order',
    description:
      'Changes the given fields, and what is planned with them. Null clears optional fields; `lines` are replaced as a whole. Deliveries that were created stay.',
    changes: 'StandingOrder',
    body: StandingOrderUpdate,
    response: one(StandingOrderShape),
    errors: ['invalid_transition'],
    operation: UpdateStandingOrderDocument,
  }),
  route({
    method: 'get',
    path: '/standing-orders/:standing_order_id/occurrences',
    name: 'listOccurrences',
    summary: 'List the dates of a standing order',
    description: 'What is planned, was created, skipped, or failed, by date.',
    query: OccurrenceWindow,
    response: listResponse(OccurrenceShape),
    operation: StandingOrderOccurrencesDocument,
    variables: ({ ids: [id], query }) => ({ id, ...query }),
    fieldNames: WINDOW,
    output: ({ standingOrder }) => standingOrder?.occurrences,
  }),
  route({
    method: 'post',
    path: '/standing-orders/:standing_order_id/occurrences/:date/skip',
    name: 'skipOccurrence',
    summary: 'Skip a date',
    description: 'Only from `planned`. The other dates stay.',
    ids: { date: dateInPath },
    body: NOTHING,
    isBodyOptional: true,
    response: one(OccurrenceShape),
    errors: ['invalid_transition'],
    operation: SkipOccurrenceDocument,
    variables: onDate,
  }),
  route({
    method: 'post',
    path: '/standing-orders/:standing_order_id/occurrences/:date/restore',
    name: 'restoreOccurrence',
    summary: 'Restore a date',
    description:
      'Plans a date again that was skipped by hand or failed, or gives a changed one the lines of the order. Creates the delivery of a date that is `too_late` on its own day, to record goods that went out by routine.',
    ids: { date: dateInPath },
    body: NOTHING,
    isBodyOptional: true,
    response: one(OccurrenceShape),
    errors: ['invalid_transition'],
    operation: RestoreOccurrenceDocument,
    variables: onDate,
  }),
  route({
    method: 'post',
    path: '/standing-orders/occurrences/restore',
    name: 'restoreOccurrences',
    summary: 'Restore missed dates',
    description:
      'Creates the deliveries of all dates of these days that failed as `too_late`, each on its own day. What cannot be created stays `failed` with its reason. At most 62 days, 1,000 dates and 20,000 lines.',
    body: RestoreOccurrencesInput,
    response: one(RestoredOccurrences),
    operation: RestoreOccurrencesDocument,
    variables: ({ body: { dateFrom: from, dateTo: to } }) => ({ from, to }),
    fieldNames: WINDOW,
    output: ({ restored }) => ({ restored }),
  }),
  route({
    method: 'post',
    path: '/standing-orders/:standing_order_id/end',
    name: 'endStandingOrder',
    summary: 'End a standing order',
    description:
      'For good. What is planned goes, deliveries that were created stay. Ending again changes nothing.',
    body: NOTHING,
    isBodyOptional: true,
    response: one(StandingOrderShape),
    operation: EndStandingOrderDocument,
  }),
];

function onDate({ ids: [id, day] }: { ids: Ids }) {
  return { id, date: day };
}
