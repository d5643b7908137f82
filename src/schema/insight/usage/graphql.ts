import { Account } from '../../people/account/graphql.ts';
import { ApiKey } from '../../people/api-key/graphql.ts';
import type { ApiKey as ApiKeyRow } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { byId } from '../../core/context.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { MAX_COUNTS } from '../limits.ts';
import { type KeyCount, readCounts } from './read-counts.ts';

const KEYS = { manager: 'keys' } as const;
/** The cost in points of reading a row for each key and hour of a month. */
const COST = 50;

const RequestInterval = builder.enumType('RequestInterval', {
  values: {
    HOUR: { description: 'An hour.', value: 'hour' },
    DAY: { description: 'A day in UTC.', value: 'day' },
  } as const,
  description: 'The length of the periods that requests are counted in.',
});

interface CountOfList extends KeyCount {
  /** The keys in the list, each read once. */
  keys: Map<string, Promise<ApiKeyRow | null>>;
}

const RequestCount = builder.objectRef<CountOfList>('RequestCount').implement({
  description: 'The requests of one key in one hour or day, in UTC.',
  authScopes: KEYS,
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'When the hour or day begins.' }),
    apiKey: t.fieldWithSelection({
      type: ApiKey,
      nullable: true,
      description: 'The key; null if it has been revoked.',
      resolve: (query, { keyId, isRevoked, keys }, _args, context) => {
        if (isRevoked) return null;
        const selected = `${keyId} ${JSON.stringify(query)}`;
        const merged = keys.get(selected);
        if (merged) return merged;
        const key = context.db.apiKey.findUnique({ ...query, ...byId(context, keyId) });
        keys.set(selected, key);
        return key;
      },
    }),
    keyId: t.exposeID('keyId', { description: 'The `id` of the key.' }),
    keyName: t.exposeString('keyName', { description: 'The name of the key.' }),
    requests: t.exposeInt('requests', {
      description: 'The number of requests, including those that were refused.',
    }),
    refused: t.exposeInt('refused', { description: 'The number of requests refused by a rate limit.' }),
    failed: t.exposeInt('failed', {
      description: 'The number of requests that got another 4xx status.',
    }),
  }),
});

builder.prismaObjectField(Account, 'requestCounts', (t) =>
  t.field({
    type: [RequestCount],
    description: `Counts the requests of each key, over REST and GraphQL, newest period first. Periods without requests are left
out. Returns at most ${MAX_COUNTS} items.`,
    authScopes: KEYS,
    ...costing(COST),
    ...embedded(MAX_COUNTS),
    args: {
      days: t.arg.int({
        required: true,
        defaultValue: 7,
        description: 'The number of days, today included (1–30, default 7).',
      }),
      interval: t.arg({
        type: RequestInterval,
        required: true,
        defaultValue: 'day',
        description: 'The length of each period (default `DAY`).',
      }),
    },
    resolve: async (_account, args, context) => {
      const keys: CountOfList['keys'] = new Map();
      return (await readCounts(context, args)).map((count) => ({ ...count, keys }));
    },
  }),
);
