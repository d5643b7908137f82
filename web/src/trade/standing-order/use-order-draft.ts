import { useState } from 'react';
import { continued } from '../delivery/continued.ts';
import { type Drafted, useDraft } from '../../base/kit/form/use-draft.tsx';
import type { Draft } from './draft.ts';

/**
 * Keeps what is typed into the form of a standing order. `round` is incremented when the form begins anew.
 */
export function useOrderDraft(
  name: string,
  first: Draft,
): { draft: Draft; drafted: Drafted<Draft>; round: number } {
  // The data of the page can be read again at any time, but the form keeps what it began with.
  const [begun, setBegun] = useState({ draft: first, round: 0 });
  const drafted = useDraft<Draft>(name, (typed) =>
    setBegun(({ round }) => ({ draft: continued(typed), round: round + 1 })),
  );
  return { ...begun, drafted };
}
