import { keyNameOf } from '../../people/api-key/key-names.ts';
import { builder } from '../../core/builder/builder.ts';
import { exposed } from '../../core/builder/fields-graphql.ts';
import { describedAs } from '../../core/noun/fields.ts';
import { REQUEST_FIELDS } from './fields.ts';
import { logsBodies } from './logs-bodies.ts';

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
      resolve: ({ keyId }, _args, context) => (keyId === null ? null : keyNameOf(context, keyId)),
    }),
    body: t.string({
      nullable: true,
      description: describedAs(REQUEST_FIELDS.body),
      select: { body: true },
      resolve: async ({ body }, _args, context) =>
        body !== null && (await logsBodies(context)) ? body : null,
    }),
  }),
});
