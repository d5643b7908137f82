import { builder } from '../builder.ts';
import { accountOf } from '../context.ts';
import type { Usage, Window } from '../../limits/limiter.ts';
import { type Plan, PLAN_LIMITS } from './plans.ts';

const ANY_KEY = { account: true } as const;

const PlanName = builder.enumType('Plan', {
  values: {
    FREE: { value: 'free' },
    PRO: { value: 'pro' },
    BUSINESS: { value: 'business' },
  } as const satisfies Record<string, { value: Plan }>,
});

const WindowUsage = builder.objectRef<Window>('RateLimitWindow').implement({
  description: 'A fixed window of the rate limit.',
  authScopes: ANY_KEY,
  fields: (t) => ({
    limit: t.exposeInt('limit'),
    remaining: t.exposeInt('remaining'),
    resetAt: t.field({ type: 'DateTime', resolve: ({ resetAt }) => new Date(resetAt) }),
  }),
});

const AccountUsage = builder.objectRef<Usage>('Usage').implement({
  description: 'What all keys of the account have used together, this request included.',
  authScopes: ANY_KEY,
  fields: (t) => ({
    hour: t.expose('hour', { type: WindowUsage }),
    minute: t.expose('minute', { type: WindowUsage }),
  }),
});

const Account = builder.prismaObject('Account', {
  authScopes: ANY_KEY,
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    plan: t.field({ type: PlanName, resolve: ({ plan }) => plan as Plan }),
    requestsPerHour: t.int({ resolve: ({ plan }) => PLAN_LIMITS[plan as Plan].perHour }),
    requestsPerMinute: t.int({ resolve: ({ plan }) => PLAN_LIMITS[plan as Plan].perMinute }),
    currency: t.exposeString('currency', { description: 'Of all its amounts, ISO 4217.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    usage: t.field({ type: AccountUsage, resolve: (_account, _args, { usage }) => usage }),
  }),
});

builder.queryField('account', (t) =>
  t.prismaField({
    type: Account,
    description: 'The account the key belongs to; any valid key may ask.',
    authScopes: ANY_KEY,
    resolve: (query, _root, _args, context) =>
      context.db.account.findUniqueOrThrow({ ...query, where: { id: accountOf(context) } }),
  }),
);
