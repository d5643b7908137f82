import { withSelection } from '@provender/compiled-execution/pothos';
import { Prisma } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { accountOf, callerOf } from '../context.ts';
import { filterType } from '../filters-graphql.ts';
import { connectionOf } from '../list/connection.ts';
import { connectionType, filteredArgs } from '../list/graphql.ts';
import { costing } from '../list-size.ts';
import { byTime, orderEnum } from '../list/order.ts';
import type { List } from '../list/source.ts';
import { REQUEST_FILTERS } from './filters.ts';
import { Request } from './graphql.ts';

const REQUESTS = {
  model: 'LoggedRequest',
  orders: byTime('RECEIVED', Prisma.sql`received_at`),
  filters: REQUEST_FILTERS,
} satisfies List;

/** Covers checking all requests of an account, which a filter that matches nothing does. */
const COST = 20;

const RequestConnection = connectionType('Request', Request, 'any key or session');
const RequestOrder = orderEnum('RequestOrder', REQUESTS.orders);

builder.queryFields((t) => ({
  requests: t.field({
    type: RequestConnection,
    description: `Lists the requests in the request log: all failed requests and all changes, and up to 10 other requests per second. An
API key sees its own requests, an owner or developer those of all keys and people of the account. Reading the log is not logged.`,
    authScopes: { requestLog: true },
    args: filteredArgs(filterType(REQUEST_FILTERS), RequestOrder, 'RECEIVED_DESC'),
    ...costing(COST),
    resolve: (_root, args, context, info) => {
      context.http?.leaveOutOfLog?.();
      const { keyId } = callerOf(context);
      const parent = keyId === undefined ? {} : { parent: { id: keyId, within } };
      return connectionOf(REQUESTS, { args, context, info, ...parent });
    },
  }),
  request: t.field({
    type: Request,
    nullable: true,
    description:
      'Returns the latest request with this `X-Request-Id`, or null if the log has none that the caller may see.',
    authScopes: { requestLog: true },
    args: { id: t.arg.id({ required: true, description: 'The `X-Request-Id` of the response.' }) },
    resolve: withSelection((query, _root, { id }, context) => {
      context.http?.leaveOutOfLog?.();
      const { keyId } = callerOf(context);
      return context.db.loggedRequest.findFirst({
        ...query,
        where: { accountId: accountOf(context), requestId: id, ...(keyId !== undefined && { keyId }) },
        orderBy: [{ receivedAt: 'desc' }],
      });
    }),
  }),
}));

/** Returns the condition for the requests of one key. */
function within({ id }: { id: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`key_id = ${id}`;
}
