import type { Role } from '../person/roles.ts';

export const ACTORS = ['key', 'session', 'operator', 'nobody', 'link', 'service'] as const;

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

/** The schedule of the service, which acts for nobody in particular. */
export const SERVICE: Actor = { kind: 'service' };

/** The command line. */
export const OPERATOR: Actor = { kind: 'operator' };
