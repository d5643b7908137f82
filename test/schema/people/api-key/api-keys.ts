import type { Visitor } from '../../../support/service/visitor.ts';

export const CREATE_KEY =
  'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { value apiKey { id name lastFour scopes expiresAt } } }';
export const KEYS =
  '{ apiKeys { id name prefix lastFour scopes createdAt lastUsedAt expiresAt previousValueExpiresAt previousValueLastUsedAt } }';
export const ROTATE =
  'mutation($id: ID!, $grace: Int! = 0) { rotateApiKey(id: $id, graceSeconds: $grace) { value apiKey { id previousValueExpiresAt } } }';
export const REVOKE = 'mutation($id: ID!) { revokeApiKey(id: $id) }';

/** Creates a key on the page. Returns its id and its value. */
export async function createKey(
  visitor: Visitor,
  input: object = {},
): Promise<{ id: string; value: string }> {
  const { createApiKey } = await visitor.data(CREATE_KEY, {
    input: { name: 'Shop', scopes: ['products:read'], ...input },
  });
  return { id: createApiKey.apiKey.id, value: createApiKey.value };
}
