/** What a key may be allowed to do (specification, "Authentication"; webhooks are an extension). */
export const SCOPES = [
  'deliveries:read',
  'deliveries:write',
  'returns:read',
  'returns:write',
  'products:read',
  'products:write',
  'supermarkets:read',
  'supermarkets:write',
  'webhooks:read',
  'webhooks:write',
] as const;

export type Scope = (typeof SCOPES)[number];

/** What the scopes are about: `deliveries`, `returns`, … */
export type Resource = Scope extends `${infer Name}:${string}` ? Name : never;
