import type { DraftLine } from './delivery-line.ts';

/** Returns a draft that was read again: its lines are not new ones, which would take the focus. */
export function continued<Draft extends { lines: DraftLine[] }>(draft: Draft): Draft {
  return { ...draft, lines: draft.lines.map((line, key) => ({ ...line, key, isAdded: false })) };
}
