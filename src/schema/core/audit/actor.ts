import type { Context } from '../context.ts';
import type { Actor } from '../caller/actors.ts';

/** Returns who acts in a context. */
export function actorOf({ caller, http, by }: Context): Actor {
  if (by) return by;
  if (caller?.link) return { kind: 'link', ...caller.link };
  const address = http?.visit?.address ?? http?.address?.();
  if (caller?.keyId !== undefined) return { kind: 'key', keyId: caller.keyId, address };
  if (caller?.sessionId !== undefined) {
    const { sessionId, personId, role } = caller;
    return { kind: 'session', sessionId, personId, role, address };
  }
  return { kind: 'nobody', address };
}
