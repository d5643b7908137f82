import { Account } from '../account/graphql.ts';
import { ApiKey } from '../api-key/graphql.ts';
import { builder } from '../builder.ts';
import { byId } from '../context.ts';
import { type KeyCount, readCounts } from './read-counts.ts';
import { selecting } from '../selecting.ts';

const SESSION = { session: true } as const;
/** Up to a row for each key and each hour of a month. */
const COST = 50;

const RequestInterval = builder.enumType('RequestInterval', {
  values: { HOUR: { value: 'hour' }, DAY: { value: 'day' } } as const,
});

const RequestCount = builder.objectRef<KeyCount>('RequestCount').implement({
  description: 'The requests of one key in one hour or day, in UTC.',
  authScopes: SESSION,
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'When the hour or the day begins.' }),
    apiKey: t.field({
      type: ApiKey,
      nullable: true,
      description: 'Null for a key that is revoked by now.',
      resolve: selecting((query, { keyId, isRevoked }, _args, context) =>
        isRevoked ? null : context.db.apiKey.findUnique({ ...query, ...byId(context, keyId) }),
      ),
    }),
    keyId: t.exposeID('keyId'),
    keyName: t.exposeString('keyName'),
    requests: t.exposeInt('requests'),
    refused: t.exposeInt('refused', { description: 'Of them refused by a limit.' }),
    failed: t.exposeInt('failed', {
      description: 'Of them answered with another error of the caller (4xx).',
    }),
  }),
});

builder.prismaObjectField(Account, 'requestCounts', (t) =>
  t.field({
    type: [RequestCount],
    description: `How often each key was used, over REST and GraphQL, of the last \`days\`, today included (1 to 30); latest first.
Periods without requests are left out.`,
    authScopes: SESSION,
    extensions: { cost: COST },
    args: {
      days: t.arg.int({ required: true, defaultValue: 7 }),
      interval: t.arg({ type: RequestInterval, required: true, defaultValue: 'day' }),
    },
    resolve: (_account, args, context) => readCounts(context, args),
  }),
);
