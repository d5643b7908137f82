import { type Resource, RESOURCES } from '../nouns.ts';

/** A permission that a key can have. */
export type Scope = `${Resource}:${'read' | 'write'}`;

/** A permission that only sessions have: the stops of a day, without prices. */
export type StopScope = 'stops:read' | 'stops:write';

/** A permission of a caller. */
export type Permission = Scope | StopScope;

export const STOP_SCOPES: readonly StopScope[] = ['stops:read', 'stops:write'];

/** The permissions a key can have. */
export const SCOPES: readonly Scope[] = (Object.keys(RESOURCES) as Resource[]).flatMap(
  (resource): Scope[] => [`${resource}:read`, `${resource}:write`],
);
