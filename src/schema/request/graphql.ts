import DataLoader from 'dataloader';
import { builder } from '../builder.ts';
import { accountOf, type Context } from '../context.ts';
import { exposed } from '../fields-graphql.ts';
import { describedAs } from '../fields.ts';
import { REQUEST_FIELDS } from './fields.ts';

export const Request = builder.prismaObject('LoggedRequest', {
  name: 'Request',
  description: 'A request in the request log.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.id({
      description: describedAs(REQUEST_FIELDS.id),
      select: { requestId: true },
      resolve: ({ requestId }) => requestId,
    }),
    ...exposed(t, REQUEST_FIELDS),
    keyName: t.string({
      nullable: true,
      description: describedAs(REQUEST_FIELDS.keyName),
      select: { keyId: true },
      resolve: ({ keyId }, _args, context) => (keyId === null ? null : namesOf(context).load(keyId)),
    }),
  }),
});

/** The names of keys, read once for all requests in a response. */
const known = new WeakMap<Context, DataLoader<bigint, string | null>>();

function namesOf(context: Context): DataLoader<bigint, string | null> {
  const names = known.get(context) ?? new DataLoader((ids: readonly bigint[]) => readNames(context, ids));
  known.set(context, names);
  return names;
}

async function readNames(context: Context, ids: readonly bigint[]): Promise<(string | null)[]> {
  const keys = await context.db.apiKey.findMany({
    where: { accountId: accountOf(context), id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) ?? null);
}
