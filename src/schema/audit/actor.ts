import type { Context } from '../context.ts';
import type { Role } from '../person/roles.ts';

export const ACTORS = ['key', 'session', 'operator', 'nobody', 'link'] as const;

/** Who acted, and from which address. */
export interface Actor {
  kind: (typeof ACTORS)[number];
  keyId?: bigint | undefined;
  sessionId?: bigint | undefined;
  personId?: bigint | undefined;
  /** The role that the person had. */
  role?: Role | undefined;
  /** The branch whose link was used. */
  branchId?: bigint | undefined;
  address?: string | undefined;
}

/** The command line. */
export const OPERATOR: Actor = { kind: 'operator' };

/** Returns who acts in a context. */
export function actorOf({ caller, http }: Context): Actor {
  if (caller?.link) return { kind: 'link', ...caller.link };
  const address = http?.visit?.address ?? http?.address?.();
  if (caller?.keyId !== undefined) return { kind: 'key', keyId: caller.keyId, address };
  if (caller?.sessionId !== undefined) {
    const { sessionId, personId, role } = caller;
    return { kind: 'session', sessionId, personId, role, address };
  }
  return { kind: 'nobody', address };
}
