/** The permissions a key can have. */
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

/** The resources that scopes apply to: `deliveries`, `returns`, … */
export type Resource = Scope extends `${infer Name}:${string}` ? Name : never;
