import { type Resource, RESOURCES } from '../nouns.ts';

/** A permission that a key can have. */
export type Scope = `${Resource}:${'read' | 'write'}`;

/** The permissions a key can have. */
export const SCOPES: readonly Scope[] = (Object.keys(RESOURCES) as Resource[]).flatMap(
  (resource): Scope[] => [`${resource}:read`, `${resource}:write`],
);
