import { Prisma } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { accountOf, callerOf } from '../../core/context.ts';
import { filterType } from '../../core/list/filters-graphql.ts';
import { CONNECTION_PATHS, connectionOf } from '../../core/list/connection.ts';
import { connectionType, filteredArgs } from '../../core/list/graphql.ts';
import { costing } from '../../core/list/list-size.ts';
import { byTime, orderEnum } from '../../core/list/order.ts';
import type { List } from '../../core/list/source.ts';
import { MAX_REQUEST_STREAMS } from '../limits.ts';
import { REQUEST_FILTERS } from './filters.ts';
import { Request } from './graphql.ts';
import { isKept, keptSince } from './kept-requests.ts';
import { storable } from './masked-text.ts';
import { openRequests } from './open-requests.ts';
import type { LoggedRequest } from './read-logged.ts';

const REQUESTS = {
  model: 'LoggedRequest',
  orders: byTime('RECEIVED', Prisma.sql`received_at`),
  filters: REQUEST_FILTERS,
  where: ({ settings }) => [isKept(settings.requestLogDays)],
} satisfies List;

/** The cost in points of checking all requests of an account, for a filter that matches none. */
const COST = 20;

const RequestFilter = filterType(REQUEST_FILTERS);
const RequestConnection = connectionType('Request', Request, { account: true });
const RequestOrder = orderEnum('RequestOrder', REQUESTS.orders);

builder.queryFields((t) => ({
  requests: t.fieldWithSelection({
    type: RequestConnection,
    paths: CONNECTION_PATHS,
    description: `Lists the requests in the request log: all failed requests and all changes, and up to 10 other requests per second. An
API key sees its own requests, an owner or developer those of all keys and people of the account. Reading the log is not logged.`,
    authScopes: { requestLog: true },
    args: filteredArgs(RequestFilter, RequestOrder, 'RECEIVED_DESC'),
    ...costing(COST),
    resolve: (selection, _root, args, context, info) => {
      context.http?.leaveOutOfLog?.();
      const { keyId } = callerOf(context);
      const parent = keyId === undefined ? {} : { parent: { id: keyId, within: ofKey } };
      return connectionOf(REQUESTS, { args, context, info, selection, ...parent });
    },
  }),
  request: t.fieldWithSelection({
    type: Request,
    nullable: true,
    description:
      'Returns the latest request with this `X-Request-Id`, or null if the log has none that the caller may see.',
    authScopes: { requestLog: true },
    args: { id: t.arg.id({ required: true, description: 'The `X-Request-Id` of the response.' }) },
    resolve: (query, _root, { id }, context) => {
      context.http?.leaveOutOfLog?.();
      const { keyId } = callerOf(context);
      // Clients choose the ids of requests, but a stored one never has characters that PostgreSQL refuses.
      if (storable(id) !== id) return null;
      return context.db.loggedRequest.findFirst({
        ...query,
        where: {
          accountId: accountOf(context),
          requestId: id,
          receivedAt: { gt: keptSince(context.settings.requestLogDays) },
          ...(keyId !== undefined && { keyId }),
        },
        orderBy: [{ receivedAt: 'desc' }],
      });
    },
  }),
}));

const StreamedRequest = builder.objectRef<LoggedRequest>('StreamedRequest').implement({
  description: 'A request in the request log, with its place in a stream.',
  authScopes: { requestLog: true },
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The place of the request in the stream. Use it as `after` to resume.',
    }),
    request: t.field({ type: Request, description: 'The request.', resolve: (request) => request }),
  }),
});

builder.subscriptionField('requests', (t) =>
  t.field({
    type: StreamedRequest,
    description: `Streams the requests in the request log, over server-sent events, a second or two after they end: those that the query
\`requests\` lists. Select \`id\` to resume after an interruption, with \`after\` or the header Last-Event-ID. An account can have
${MAX_REQUEST_STREAMS} such streams in each process.`,
    authScopes: { requestLog: true },
    args: {
      filter: t.arg({ type: RequestFilter }),
      after: t.arg.id({ description: 'Resumes after the request with this `id` in the stream.' }),
      since: t.arg({
        type: 'DateTime',
        description: 'Without `after`: starts with the requests that were received since this time.',
      }),
    },
    subscribe: (_root, args, context) => {
      context.http?.leaveOutOfLog?.();
      return openRequests(context, args);
    },
    resolve: (request) => request,
  }),
);

builder.queryField('requestLogDays', (t) =>
  t.int({
    description: 'For how many days the request log keeps requests; 0 if the operator switched it off.',
    authScopes: { requestLog: true },
    resolve: (_root, _args, { settings }) => settings.requestLogDays,
  }),
);

/** Returns the condition for the requests of one key. */
function ofKey({ id }: { id: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`key_id = ${id}`;
}
