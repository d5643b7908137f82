import { type Scope, SCOPES } from '../api-key/scopes.ts';

/** The roles that a person can have. */
export const ROLES = ['owner', 'member', 'developer', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

const READS: readonly Scope[] = ['deliveries:read', 'returns:read', 'products:read', 'supermarkets:read'];

/** The scopes of the sessions of each role. What a key could not do is in {@link MANAGERS_OF}. */
const SCOPES_OF: Record<Role, ReadonlySet<Scope>> = {
  owner: new Set(SCOPES),
  member: new Set([
    ...READS,
    'deliveries:write',
    'returns:write',
    'products:write',
    'supermarkets:write',
  ] as const),
  developer: new Set([...READS, 'webhooks:read', 'webhooks:write'] as const),
  viewer: new Set(READS),
};

/** What no key can manage, and the roles that can. */
const MANAGERS_OF = {
  /** The account and its people. */
  account: ['owner'],
  /** API keys, and what they were used for. */
  keys: ['owner', 'developer'],
} as const satisfies Record<string, readonly Role[]>;

export type Managed = keyof typeof MANAGERS_OF;

/** Everything that roles can manage and no key can. */
export const MANAGED = Object.keys(MANAGERS_OF) as Managed[];

/** Returns the scopes of a role. */
export function scopesOfRole(role: Role): ReadonlySet<Scope> {
  return SCOPES_OF[role];
}

/** Returns whether a role manages the account or its keys. */
export function isManager(role: Role | undefined, what: Managed): boolean {
  const managers: readonly Role[] = MANAGERS_OF[what];
  return role !== undefined && managers.includes(role);
}
