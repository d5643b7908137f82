import { Account } from '../../people/account/graphql.ts';
import { builder } from '../../core/builder/builder.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { MAX_FAILURES } from '../limits.ts';
import { readFailures, type RequestFailures as Failures } from './read-failures.ts';

const KEYS = { manager: 'keys' } as const;
/** The cost in points of reading up to 200 rows for each day of a month. */
const COST = 50;

const RequestFailures = builder.objectRef<Failures>('RequestFailures').implement({
  description: 'Failed requests of one API key to one endpoint with the same error.',
  authScopes: KEYS,
  fields: (t) => ({
    endpoint: t.exposeString('endpoint', {
      nullable: true,
      description:
        'The method and the path, such as `GET /api/v1/products/{product_id}`. Null for paths that are no endpoint.',
    }),
    status: t.exposeInt('status', { description: 'The HTTP status of the responses.' }),
    code: t.exposeString('code', { description: 'The error code, such as `validation_error`.' }),
    keyId: t.exposeID('keyId', { description: 'The id of the API key.' }),
    keyName: t.exposeString('keyName', { description: 'The name of the API key.' }),
    requests: t.exposeInt('requests', { description: 'The number of failed requests.' }),
  }),
});

builder.prismaObjectField(Account, 'requestFailures', (t) =>
  t.field({
    type: [RequestFailures],
    description: `Failed requests (4xx, except those over a rate limit) of the last \`days\` by endpoint, error and key, most frequent first.
Returns at most ${MAX_FAILURES} items. Rare combinations may be missing on days with very many different failures.`,
    authScopes: KEYS,
    ...costing(COST),
    ...embedded(MAX_FAILURES),
    args: {
      days: t.arg.int({
        required: true,
        defaultValue: 7,
        description: 'How many days, today (UTC) included: 1 to 30.',
      }),
    },
    resolve: (_account, args, context) => readFailures(context, args),
  }),
);
