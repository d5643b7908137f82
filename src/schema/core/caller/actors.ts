import type { Role } from './roles.ts';

export const ACTORS = ['key', 'session', 'operator', 'nobody', 'link', 'service'] as const;

/** A part of the service that acts for no caller: the command line, or a job. */
type SystemName = 'command' | `job:${string}`;

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
  /** The part of the service that acted without a caller. */
  systemName?: SystemName | undefined;
  address?: string | undefined;
}

/** Returns the actor of changes that a job makes without a caller. */
export function jobActor(name: string): Actor {
  return { kind: 'service', systemName: `job:${name}` };
}

/** The operator, by the command line. */
export const OPERATOR: Actor = { kind: 'operator', systemName: 'command' };
