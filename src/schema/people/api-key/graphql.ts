import { newId } from '../../core/audit/audited-mutations.ts';
import { builder } from '../../core/builder/builder.ts';
import { exposed, inputType } from '../../core/builder/fields-graphql.ts';
import { accountOf, byId, callerOf } from '../../core/context.ts';
import { atMost } from '../../core/list/list-size.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { NEVER_PLAIN } from '../../core/secret/secrets-in.ts';
import { SCOPES } from '../../core/caller/scopes.ts';
import { createKey } from './create-key.ts';
import { API_KEY_FIELDS } from './fields.ts';
import type { IssuedKey } from './issue-key.ts';
import { PREFIX } from './key-format.ts';
import { revokeKey } from './revoke-key.ts';
import { OLD_VALUES, oldValuesOf } from './old-values.ts';
import { rotateKey } from './rotate-key.ts';
import { type SelfRotation, rotateOwnKey } from './rotate-own-key.ts';

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
      description: 'When the last of the old values expires; null if all have.',
      select: OLD_VALUES,
      resolve: (key) => oldValuesOf(key).expiresAt,
    }),
    previousValueLastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When an old value that is still valid was last used, to the minute; null if none is valid or was used.',
      select: OLD_VALUES,
      resolve: (key) => oldValuesOf(key).lastUsedAt,
    }),
  }),
});

const ApiKeyWithValue = builder.objectRef<IssuedKey>('ApiKeyWithValue').implement({
  description: 'A key together with its value.',
  authScopes: KEYS,
  fields: (t) => ({
    value: t.exposeString('key', {
      description: 'The value of the key. It cannot be retrieved again.',
      ...NEVER_PLAIN,
    }),
    apiKey: t.fieldWithSelection({
      type: ApiKey,
      description: 'The key.',
      resolve: (query, { id }, _args, context) =>
        context.db.apiKey.findUniqueOrThrow({ ...query, ...byId(context, id) }),
    }),
  }),
});

const RotatedKeyRef = builder.objectRef<SelfRotation>('RotatedKey').implement({
  description: 'An API key that rotated itself.',
  authScopes: { apiKey: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    key: t.exposeString('key', {
      description: 'The new value of the key. It cannot be retrieved again.',
      ...NEVER_PLAIN,
    }),
    name: t.exposeString('name', { description: 'Its name, as before.' }),
    scopes: t.exposeStringList('scopes', { description: 'Its scopes, as before.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key expires, as before; null if it does not.',
    }),
    previousValueExpiresAt: t.expose('previousValueExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last of the old values expires; null if all have.',
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

const CreateApiKeyInput = inputType('CreateApiKeyInput', API_KEY_FIELDS, 'create', 'A new API key.');

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: ApiKeyWithValue,
    description: 'Creates an API key and returns its value, once.',
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
    args: {
      id: t.arg.id({ required: true, description: 'The `id` of the key.' }),
      graceSeconds: t.arg.int({
        required: true,
        defaultValue: 0,
        description: 'How long the previous value stays valid (0–86,400 seconds, default 0).',
      }),
    },
    audit: { done: 'key.rotated', details: ({ id, graceSeconds }) => ({ key: id, graceSeconds }) },
    resolve: (_root, { id, graceSeconds }, context) =>
      rotateKey(
        context.db,
        { caller: callerOf(context), id: recordIdOf(id) },
        graceSeconds,
        context.settings.cell,
      ),
  }),
  rotateOwnKey: t.field({
    type: RotatedKeyRef,
    description:
      'Replaces the value of the API key that sends the request. The previous value stays valid for `graceSeconds`, but only repeats a rotation by its `Idempotency-Key`.',
    authScopes: { apiKey: true },
    args: {
      graceSeconds: t.arg.int({
        required: true,
        defaultValue: 0,
        description: 'How long the previous value stays valid, in seconds (0–86,400).',
      }),
    },
    audit: {
      done: 'key.rotated',
      details: ({ graceSeconds }, key) => ({ ...newId('key', key), graceSeconds }),
    },
    resolve: (_root, { graceSeconds }, context) => rotateOwnKey(context, graceSeconds),
  }),
  revokeApiKey: t.id({
    description: 'Revokes a key permanently and returns its id.',
    authScopes: KEYS,
    args: { id: t.arg.id({ required: true, description: 'The `id` of the key.' }) },
    audit: { done: 'key.revoked', details: ({ id }) => ({ key: id }) },
    resolve: async (_root, args, context) => {
      const id = recordIdOf(args.id);
      await revokeKey(context.db, { accountId: accountOf(context), id });
      return id;
    },
  }),
}));
