import { newId } from '../audit/audited-mutations.ts';
import { builder } from '../builder/builder.ts';
import { exposed, inputType } from '../builder/fields-graphql.ts';
import { accountOf, byId, callerOf } from '../context.ts';
import { atMost } from '../list/list-size.ts';
import { recordIdOf } from '../noun/record-id.ts';
import { createKey } from './create-key.ts';
import { API_KEY_FIELDS } from './fields.ts';
import type { IssuedKey } from './issue-key.ts';
import { PREFIX } from './key-format.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';
import { NEVER_PLAIN } from '../secret/secrets-in.ts';
import { SCOPES } from '../caller/scopes.ts';

const KEYS = { manager: 'keys' } as const;

export const ApiKey = builder.prismaObject('ApiKey', {
  description: 'An API key. Its value is returned only when the key is created or rotated.',
  authScopes: KEYS,
  fields: (t) => ({
    ...exposed(t, API_KEY_FIELDS),
    prefix: t.string({ description: 'The first characters of the value.', resolve: () => PREFIX }),
    previousValueExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the value before the last rotation expires; null if it has.',
      select: { previousSecretExpiresAt: true },
      resolve: ({ previousSecretExpiresAt: until }) => (until && until.getTime() > Date.now() ? until : null),
    }),
  }),
});

const ApiKeyWithValue = builder.objectRef<IssuedKey>('ApiKeyWithValue').implement({
  authScopes: KEYS,
  fields: (t) => ({
    value: t.exposeString('key', {
      description: 'The value of the key. It cannot be retrieved again.',
      ...NEVER_PLAIN,
    }),
    apiKey: t.fieldWithSelection({
      type: ApiKey,
      resolve: (query, { id }, _args, context) =>
        context.db.apiKey.findUniqueOrThrow({ ...query, ...byId(context, id) }),
    }),
  }),
});

builder.queryFields((t) => ({
  apiKeys: t.fieldWithSelection({
    type: [ApiKey],
    description: 'Returns all keys that are not revoked, newest first.',
    authScopes: KEYS,
    ...atMost(({ apiKeys }) => apiKeys),
    resolve: (query, _root, _args, context) =>
      context.db.apiKey.findMany({
        ...query,
        where: { accountId: accountOf(context), revokedAt: null },
        orderBy: { id: 'desc' },
      }),
  }),
  scopes: t.stringList({
    description: 'Returns the scopes that a key can have.',
    authScopes: { account: true },
    resolve: () => [...SCOPES],
  }),
}));

const CreateApiKeyInput = inputType('CreateApiKeyInput', API_KEY_FIELDS, 'create');

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: ApiKeyWithValue,
    authScopes: KEYS,
    args: { input: t.arg({ type: CreateApiKeyInput, required: true }) },
    audit: {
      done: 'key.created',
      details: ({ input: { scopes } }, key) => ({ ...newId('key', key), scopes }),
    },
    resolve: (_root, { input }, context) => createKey(context, input),
  }),
  rotateApiKey: t.field({
    type: ApiKeyWithValue,
    description: 'Replaces the value of a key. The previous value stays valid for `graceSeconds`.',
    authScopes: KEYS,
    args: { id: t.arg.id({ required: true }), graceSeconds: t.arg.int({ required: true, defaultValue: 0 }) },
    audit: { done: 'key.rotated', details: ({ id, graceSeconds }) => ({ key: id, graceSeconds }) },
    resolve: (_root, { id, graceSeconds }, context) =>
      rotateKey(
        context.db,
        { caller: callerOf(context), id: recordIdOf(id) },
        graceSeconds,
        context.settings.cell,
      ),
  }),
  revokeApiKey: t.id({
    description: 'Revokes a key permanently and returns its id.',
    authScopes: KEYS,
    args: { id: t.arg.id({ required: true }) },
    audit: { done: 'key.revoked', details: ({ id }) => ({ key: id }) },
    resolve: async (_root, args, context) => {
      const id = recordIdOf(args.id);
      await revokeKey(context.db, { accountId: accountOf(context), id });
      return id;
    },
  }),
}));
