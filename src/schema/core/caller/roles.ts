import { type Permission, type Scope, SCOPES, STOP_SCOPES } from './scopes.ts';

/** The roles that a person can have. */
export const ROLES = ['owner', 'member', 'developer', 'driver', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

const READ_SCOPES: readonly Scope[] = [
  'deliveries:read',
  'returns:read',
  'products:read',
  'supermarkets:read',
];

/** The scopes of the sessions of each role. {@link MANAGERS_OF} has the permissions that no key can have. */
const SCOPES_OF: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set([...SCOPES, ...STOP_SCOPES]),
  member: new Set([
    ...READ_SCOPES,
    ...STOP_SCOPES,
    'deliveries:write',
    'returns:write',
    'products:write',
    'supermarkets:write',
  ] as const),
  developer: new Set([...READ_SCOPES, 'webhooks:read', 'webhooks:write'] as const),
  driver: new Set(STOP_SCOPES),
  viewer: new Set(READ_SCOPES),
};

/** The roles that can manage things which no key can manage. */
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
export function scopesOfRole(role: Role): ReadonlySet<Permission> {
  return SCOPES_OF[role];
}

/** Returns whether a role reads records. Other roles see only their stops and their own data. */
export function isReader(role: Role): boolean {
  return READ_SCOPES.some((scope) => SCOPES_OF[role].has(scope));
}

/** The roles that deliver: people with other roles are no drivers of tours. */
export const DRIVING_ROLES: readonly Role[] = ROLES.filter((role) => SCOPES_OF[role].has('stops:write'));

/** Returns whether a role manages the account or its keys. */
export function isManager(role: Role | undefined, what: Managed): boolean {
  const managers: readonly Role[] = MANAGERS_OF[what];
  return role !== undefined && managers.includes(role);
}
