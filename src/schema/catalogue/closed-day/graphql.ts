import { figure } from '../../core/noun/rules.ts';
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
import {
  MAX_CHECKED_BRANCHES,
  MAX_CLOSED_DAYS,
  MAX_DAYS_IN_FILE,
  MAX_LISTED_CLOSED_DAYS,
  MAX_NEXT_DATES,
  MAX_PERIOD_DAYS,
} from '../limits.ts';
import { CLOSED_DAY_FIELDS, NEXT_DATES, SOURCE } from './fields.ts';
import { closedBranches, type ClosedBranch } from './closed-branches.ts';
import { type ImportedDays, importClosedDays } from './import-closed-days.ts';
import { type ClosedDay, listClosedDays } from './list-closed-days.ts';
import { versionsOfLists } from './own-list.ts';
import { nextDeliveryDates } from './possible-days.ts';
import { YEARS_AHEAD } from './read-ics.ts';
import { setClosedDays } from './set-closed-days.ts';

const READ = { scope: 'deliveries:read' } as const;
const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;

/** The cost of looking up the closed days of 400 days, in points. */
const LOOK_AHEAD = 5;

const ClosedDayRef = builder.objectRef<ClosedDay>('ClosedDay').implement({
  description: 'A day on which the account, or a branch, takes no deliveries.',
  authScopes: EITHER,
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why the day is closed; the name of a public holiday.',
    }),
    branch: t.fieldWithSelection({
      type: Branch,
      nullable: true,
      description: 'The branch in whose list the day is; null for the account. Needs `supermarkets:read`.',
      authScopes: { scope: 'supermarkets:read' },
      resolve: (selection, { branchId }, _args, context, info) =>
        branchId === null ? null : loadRecord(context, info, context.db.branch, selection, branchId),
    }),
    source: t.expose('source', { type: enumType(SOURCE), description: 'Where the day comes from.' }),
    open: t.exposeBoolean('isOpen', {
      description:
        'Whether the list opens the day, although a public holiday or the account closes it. Always false unless `includeOpened` asks for such days.',
    }),
  }),
});

const Imported = builder.objectRef<ImportedDays>('ImportedClosedDays').implement({
  description: 'What became of a calendar file.',
  authScopes: EITHER,
  fields: (t) => ({
    added: t.int({ description: 'How many days were added.', resolve: ({ days }) => days.length }),
    unchanged: t.exposeInt('unchanged', { description: 'How many days the list had already.' }),
    keptOpen: t.exposeInt('keptOpen', {
      description: 'The days that the list opens, and that stay open.',
    }),
    ignored: t.exposeInt('ignored', {
      description:
        'How many events are no closed days: with a time of the day, cancelled, or repeated otherwise than every so many years.',
    }),
    days: t.expose('days', {
      type: [ClosedDayRef],
      ...embedded(MAX_DAYS_IN_FILE),
      description: 'The days that were added, by date.',
    }),
  }),
});

const ClosedBranchRef = builder.objectRef<ClosedBranch>('ClosedBranch').implement({
  description: 'A branch that takes no deliveries on the day.',
  authScopes: EITHER,
  fields: (t) => ({
    branchId: t.id({ description: 'The `id` of the branch.', resolve: ({ branchId }) => branchId }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it is closed; the name of a public holiday.',
    }),
  }),
});

const HolidayRegionRef = builder.objectRef<HolidayRegion>('HolidayRegion').implement({
  description: 'A country or a region whose public holidays are known.',
  authScopes: EITHER,
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code, such as `DE-BY`.' }),
    name: t.exposeString('name', { description: 'The name; of a region, after that of its country.' }),
  }),
});

const ofList = builder.args((t) => ({
  branchId: t.id({ description: 'The branch whose list it is; the list of the account by default.' }),
}));

builder.queryFields((t) => ({
  closedDays: t.field({
    type: [ClosedDayRef],
    description: `Lists closed days by date: those of the account, public holidays and closed days of the week, with \`branchId\` also those of the branch. A day in the list of the branch counts before one of the account, both before a public holiday, and all before a day of the week. At most ${MAX_PERIOD_DAYS} days.`,
    authScopes: READ,
    args: {
      from: t.arg({ type: 'Date', required: true, description: 'The first day.' }),
      to: t.arg({
        type: 'Date',
        required: true,
        description: `The last day, at most ${MAX_PERIOD_DAYS} days including the first.`,
      }),
      branchId: t.arg.id({ description: 'The branch. The account alone by default.' }),
      includeOpened: t.arg.boolean({
        defaultValue: false,
        description: 'Whether to list days, too, that are open by exception (default false).',
      }),
    },
    ...embedded(MAX_PERIOD_DAYS),
    resolve: (_root, args, context) => listClosedDays(context, args),
  }),
  closedBranches: t.field({
    type: [ClosedBranchRef],
    description: `Says which of several branches are closed on a day, at most ${MAX_CHECKED_BRANCHES} of them. Branches that the account does not have are left out.`,
    authScopes: READ,
    args: {
      date: t.arg({ type: 'Date', required: true, description: 'The day.' }),
      branchIds: t.arg.idList({ required: true, description: 'The `id` of each branch.' }),
    },
    ...embedded(MAX_CHECKED_BRANCHES),
    resolve: (_root, args, context) => closedBranches(context, args),
  }),
  holidayRegions: t.field({
    type: [HolidayRegionRef],
    description: 'Lists the countries and regions that `Account.publicHolidays` can be, by name.',
    authScopes: READ,
    ...embedded(HOLIDAY_REGIONS.length),
    resolve: () => HOLIDAY_REGIONS,
  }),
  nextDeliveryDates: t.field({
    type: ['Date'],
    nullable: true,
    description:
      'Returns the next days on which a branch can get deliveries, from tomorrow: neither closed nor past the cut-off. Null if there is no such branch.',
    authScopes: READ,
    args: {
      branchId: t.arg.id({ required: true, description: 'The branch.' }),
      first: t.arg.int({
        defaultValue: NEXT_DATES,
        description: `How many days (1–${MAX_NEXT_DATES}, default ${NEXT_DATES}).`,
      }),
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
  // The version depends on the whole list: a dozen days usually, 4,000 at most.
  ...costing(0.1),
} as const;

builder.prismaObjectField(Account, 'closedDaysVersion', (t) =>
  t.string({
    description:
      'Opaque; changes with every change of the list of closed days of the account. Send it as `ifMatch` of `setClosedDays`. Needs `deliveries:read`.',
    ...LIST_VERSION,
    resolve: async (_account, _args, context) => (await versionsOfLists(context, [null]))[0]!,
  }),
);

builder.prismaObjectField(Branch, 'closedDaysVersion', (t) =>
  t.string({
    description:
      'Opaque; changes with every change of the list of closed days of the branch. Send it as `ifMatch` of `setClosedDays`. Needs `deliveries:read`.',
    ...LIST_VERSION,
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOfList(context, id),
  }),
);

const ClosedDayInput = inputType(
  'ClosedDayInput',
  CLOSED_DAY_FIELDS,
  'create',
  'A day of the list of closed days.',
);

builder.mutationFields((t) => ({
  setClosedDays: t.field({
    type: [ClosedDayRef],
    description: `Replaces the list of the account, or of a branch, from \`from\` to \`until\`, and returns it. Other days stay, so one day is set by itself as \`from\` and \`until\`. Public holidays stay. A list can have ${figure(MAX_LISTED_CLOSED_DAYS)} days.`,
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
      days: t.arg({
        type: [ClosedDayInput],
        required: true,
        description: `The days, each from \`from\` to \`until\`, at most ${figure(MAX_CLOSED_DAYS)}.`,
      }),
      from: t.arg({
        type: 'Date',
        description: 'The first day that is replaced, today or later; today by default.',
      }),
      until: t.arg({
        type: 'Date',
        description: 'The last day that is replaced; all later ones by default.',
      }),
      ...IF_MATCH,
    },
    ...embedded(MAX_CLOSED_DAYS),
    resolve: (_root, args, context) => setClosedDays(context, args),
  }),
  importClosedDays: t.field({
    type: Imported,
    description: `Adds the whole-day events of a calendar file to the list of the account, or of a branch, from today to ${YEARS_AHEAD} years ahead, at most ${figure(MAX_DAYS_IN_FILE)} days. Days that the list has stay as they are.`,
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
      ics: t.arg.string({
        required: true,
        description: 'The text of the file, in the format iCalendar (`.ics`).',
      }),
      dryRun: t.arg.boolean({
        defaultValue: false,
        description: 'Whether to write nothing, and only return what would be added (default false).',
      }),
    },
    resolve: (_root, args, context) => importClosedDays(context, args),
  }),
}));
