import { type ReactNode, useCallback } from 'react';
import { type Permission, PERMISSIONS } from '../../generated/rules.ts';
import { useSession } from './session.tsx';

/** Returns whether the role of the signed-in person includes at least one of these permissions. */
export type Mays = (...oneOf: readonly Permission[]) => boolean;

/** Returns a function that says what the role includes. The service checks it again. */
export function useMay(): Mays {
  const { role } = useSession().person;
  return useCallback<Mays>(
    (...oneOf) => oneOf.some((permission) => (PERMISSIONS[role] as readonly string[]).includes(permission)),
    [role],
  );
}

/** Shows controls only to people whose role includes what they need. */
export function May({ needs, children }: { needs: Permission; children: ReactNode }) {
  return useMay()(needs) ? children : null;
}
