import { builder } from '../../core/builder/builder.ts';
import { accountOf, httpOf } from '../../core/context.ts';
import type { RateWindow, Usage } from '../../../limits/verdict.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import { enumType, exposed, inputType } from '../../core/builder/fields-graphql.ts';
import { describedAs } from '../../core/noun/fields.ts';
import { WEEKDAY, weekdaysIn } from '../../core/noun/weekdays.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { VERSION, versionOf } from '../../core/version/version-of.ts';
import { type Plan, PLAN_LIMITS, PLANS } from '../../core/caller/plans.ts';
import { ACCOUNT_FIELDS } from './fields.ts';
import { updateAccount } from './update-account.ts';

const ANY_CALLER = { caller: true } as const;
const READER = { account: true } as const;
const SESSION = { session: true } as const;

const PlanName = builder.enumType('Plan', {
  values: enumValues(PLANS, {
    free: 'Free: 60 requests per hour.',
    pro: 'Pro: 1,000 requests per hour.',
    business: 'Business: 10,000 requests per hour.',
  }),
  description: 'A plan, which sets limits and quotas.',
});

const WindowUsage = builder.objectRef<RateWindow>('RateLimitWindow').implement({
  description: 'A fixed time window in which requests are counted.',
  authScopes: READER,
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'The number of requests allowed in the window.' }),
    remaining: t.exposeInt('remaining', { description: 'The number of requests left in the window.' }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When the window ends.',
      resolve: ({ resetAt }) => new Date(resetAt),
    }),
  }),
});

const AccountUsage = builder.objectRef<Usage>('Usage').implement({
  description: 'The rate-limit status of the account, including this request. All its keys share the limits.',
  authScopes: READER,
  fields: (t) => ({
    hour: t.expose('hour', { type: WindowUsage, description: 'The current hour.' }),
    minute: t.expose('minute', { type: WindowUsage, description: 'The current minute.' }),
  }),
});

export const Account = builder.prismaObject('Account', {
  description: 'The account that an API key or a session belongs to.',
  authScopes: ANY_CALLER,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The number of the account.' }),
    ...exposed(t, ACCOUNT_FIELDS),
    closedWeekdays: t.field({
      type: [enumType(WEEKDAY)],
      description: describedAs(ACCOUNT_FIELDS.closedWeekdays),
      select: { closedWeekdays: true },
      resolve: ({ closedWeekdays }) => weekdaysIn(closedWeekdays),
    }),
    email: t.exposeString('email', {
      authScopes: SESSION,
      description: 'The e-mail address of the account, with which one of its owners signs in.',
    }),
    plan: t.field({
      type: PlanName,
      description: 'The plan, which sets limits and quotas.',
      resolve: ({ plan }) => plan as Plan,
    }),
    requestsPerHour: t.int({
      description: 'The number of requests that the plan allows per hour.',
      resolve: ({ plan }) => PLAN_LIMITS[plan as Plan].perHour,
    }),
    requestsPerMinute: t.int({
      description: 'The number of requests that the plan allows per minute.',
      resolve: ({ plan }) => PLAN_LIMITS[plan as Plan].perMinute,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was opened.' }),
    restingSince: t.expose('restingSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'Since when webhooks, alerts and standing orders rest, because a backup was restored. Null while they do not: `enableRestoredWebhooks` enables them.',
    }),
    usage: t.field({
      description: 'What is left of the rate limits.',
      authScopes: READER,
      type: AccountUsage,
      // A session has limits of its own, but its user wants to see the usage of the keys.
      resolve(_account, _args, context) {
        const { visit, usage } = httpOf(context);
        return context.caller && visit ? visit.usageOfKeys(context.caller) : usage;
      },
    }),
  }),
});

builder.prismaObjectField(Account, 'version', (t) =>
  t.string({
    description: VERSION,
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'account', id),
  }),
);

builder.queryField('account', (t) =>
  t.fieldWithSelection({
    type: Account,
    description: 'Returns the account of the API key or the session. Needs no scope.',
    authScopes: READER,
    resolve: (query, _root, _args, context) =>
      context.db.account.findUniqueOrThrow({ ...query, where: { id: accountOf(context) } }),
  }),
);

const UpdateAccountInput = inputType(
  'UpdateAccountInput',
  ACCOUNT_FIELDS,
  'change',
  'Changes to the account. Fields that are left out stay as they are. Null clears optional fields.',
);

builder.mutationField('updateAccount', (t) =>
  t.fieldWithSelection({
    type: Account,
    description: 'Changes the account.',
    authScopes: { manager: 'account' },
    audit: {
      done: 'account.changed',
      state: async (_args, context) => context.db.account.findUnique({ where: { id: accountOf(context) } }),
      details: ({ input }) => ({
        fields: Object.keys(input),
        assistantsMayWrite: input.assistantsMayWrite == null ? undefined : String(input.assistantsMayWrite),
      }),
    },
    args: { input: t.arg({ type: UpdateAccountInput, required: true }), ...IF_MATCH },
    resolve: async (query, _root, { input, ifMatch }, context) => {
      await updateAccount(context, input, ifMatch);
      return context.db.account.findUniqueOrThrow({ ...query, where: { id: accountOf(context) } });
    },
  }),
);
