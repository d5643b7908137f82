import { HOLIDAY_REGIONS, type HolidayRegion } from '../../../generated/holiday-regions.ts';
import { Account } from '../../people/account/graphql.ts';
import { builder } from '../../core/builder/builder.ts';
import { enumType, inputType } from '../../core/builder/fields-graphql.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { loadRecord } from '../../core/list/load-record.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { Branch } from '../supermarket/graphql.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { CLOSED_DAY_FIELDS, MAX_PERIOD_DAYS, MAX_SET, NEXT_DATES, SOURCE } from './fields.ts';
import { closedBranches, type ClosedBranch, MAX_ASKED_BRANCHES } from './closed-branches.ts';
import { type ImportedDays, importClosedDays } from './import-closed-days.ts';
import { type ClosedDay, listClosedDays } from './list-closed-days.ts';
import { versionsOfLists } from './own-list.ts';
import { nextDeliveryDates } from './possible-days.ts';
import { MAX_DAYS_IN_FILE } from './read-ics.ts';
import { setClosedDays } from './set-closed-days.ts';

const READ = { scope: 'deliveries:read' } as const;
const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;

/** The closed days of 400 days. */
const LOOK_AHEAD = 5;

const ClosedDayRef = builder.objectRef<ClosedDay>('ClosedDay').implement({
  authScopes: EITHER,
  fields: (t) => ({
    date: t.expose('date', { type: 'Date' }),
    reason: t.exposeString('reason', { nullable: true }),
    branch: t.fieldWithSelection({
      type: Branch,
      nullable: true,
      authScopes: { scope: 'supermarkets:read' },
      resolve: (selection, { branchId }, _args, context, info) =>
        branchId === null ? null : loadRecord(context, info, context.db.branch, selection, branchId),
    }),
    source: t.expose('source', { type: enumType(SOURCE) }),
    open: t.exposeBoolean('isOpen'),
  }),
});

const Imported = builder.objectRef<ImportedDays>('ImportedClosedDays').implement({
  authScopes: EITHER,
  fields: (t) => ({
    added: t.int({ resolve: ({ days }) => days.length }),
    unchanged: t.exposeInt('unchanged'),
    keptOpen: t.exposeInt('keptOpen', {
      description: 'The days that the list opens, and that stay open.',
    }),
    ignored: t.exposeInt('ignored'),
    days: t.expose('days', { type: [ClosedDayRef], ...embedded(MAX_DAYS_IN_FILE) }),
  }),
});

const ClosedBranchRef = builder.objectRef<ClosedBranch>('ClosedBranch').implement({
  authScopes: EITHER,
  fields: (t) => ({
    branchId: t.id({ resolve: ({ branchId }) => branchId }),
    reason: t.exposeString('reason', { nullable: true }),
  }),
});

const HolidayRegionRef = builder.objectRef<HolidayRegion>('HolidayRegion').implement({
  authScopes: EITHER,
  fields: (t) => ({ code: t.exposeString('code'), name: t.exposeString('name') }),
});

const ofList = builder.args((t) => ({ branchId: t.id() }));

builder.queryFields((t) => ({
  closedDays: t.field({
    type: [ClosedDayRef],
    authScopes: READ,
    args: {
      from: t.arg({ type: 'Date', required: true }),
      to: t.arg({ type: 'Date', required: true }),
      ...ofList,
      includeOpened: t.arg.boolean({ defaultValue: false }),
    },
    ...embedded(MAX_PERIOD_DAYS),
    resolve: (_root, args, context) => listClosedDays(context, args),
  }),
  closedBranches: t.field({
    type: [ClosedBranchRef],
    authScopes: READ,
    args: {
      date: t.arg({ type: 'Date', required: true }),
      branchIds: t.arg.idList({ required: true }),
    },
    ...embedded(MAX_ASKED_BRANCHES),
    resolve: (_root, args, context) => closedBranches(context, args),
  }),
  holidayRegions: t.field({
    type: [HolidayRegionRef],
    authScopes: READ,
    ...embedded(HOLIDAY_REGIONS.length),
    resolve: () => HOLIDAY_REGIONS,
  }),
  nextDeliveryDates: t.field({
    type: ['Date'],
    nullable: true,
    authScopes: READ,
    args: {
      branchId: t.arg.id({ required: true }),
      first: t.arg.int({ defaultValue: NEXT_DATES }),
    },
    ...costing(LOOK_AHEAD),
    resolve: async (_root, { branchId, first }, context) => {
      const dates = await nextDeliveryDates(context, branchId, first);
      return dates && dates.map((date) => new Date(date));
    },
  }),
}));

const versionOfList = readTogether<bigint, string>(versionsOfLists);

const LIST_VERSION = {
  authScopes: { scope: 'deliveries:read' },
  // A list has up to 4,000 days from today on, most have a dozen.
  ...costing(0.1),
} as const;

builder.prismaObjectField(Account, 'closedDaysVersion', (t) =>
  t.string({
    ...LIST_VERSION,
    resolve: async (_account, _args, context) => (await versionsOfLists(context, [null]))[0]!,
  }),
);

builder.prismaObjectField(Branch, 'closedDaysVersion', (t) =>
  t.string({
    ...LIST_VERSION,
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOfList(context, id),
  }),
);

const ClosedDayInput = inputType('ClosedDayInput', CLOSED_DAY_FIELDS, 'create');

builder.mutationFields((t) => ({
  setClosedDays: t.field({
    type: [ClosedDayRef],
    authScopes: WRITE,
    audit: {
      done: 'closed_days.set',
      state: ({ branchId }, context) =>
        versionsOfLists(context, [branchId == null ? null : recordIdOf(branchId)]),
      details: ({ branchId, days, from, until }) => ({
        branch: branchId ?? undefined,
        days: days.length,
        from: from ?? undefined,
        until: until ?? undefined,
      }),
    },
    args: {
      ...ofList,
      days: t.arg({ type: [ClosedDayInput], required: true }),
      from: t.arg({ type: 'Date' }),
      until: t.arg({ type: 'Date' }),
      ...IF_MATCH,
    },
    ...embedded(MAX_SET),
    resolve: (_root, args, context) => setClosedDays(context, args),
  }),
  importClosedDays: t.field({
    type: Imported,
    authScopes: WRITE,
    audit: {
      done: 'closed_days.imported',
      details: ({ branchId }, result) => ({
        branch: branchId ?? undefined,
        days: (result as ImportedDays | undefined)?.days.length,
      }),
      didNothing: (result) => {
        const { days, isDryRun } = result as ImportedDays;
        return isDryRun || days.length === 0;
      },
    },
    args: {
      ...ofList,
      ics: t.arg.string({ required: true }),
      dryRun: t.arg.boolean({ defaultValue: false }),
    },
    resolve: (_root, args, context) => importClosedDays(context, args),
  }),
}));
