import type { StopFactsFragment } from '../../generated/operations.ts';
import { sentence } from '../../base/graphql/failure.ts';
import type { Refusal } from '../../base/phone/store.ts';
import { lastMoveInWords, momentInWords } from '../delivery/last-move-in-words.ts';

const LATE_RECEIPT_MS = 48 * 60 * 60_000;

/** Returns whether the service accepts a receipt of a stop, as it stores the stop. */
export function mayReceive({ status, receivedBy, completedAt }: StopFactsFragment): boolean {
  if (status !== 'COMPLETED') return status !== 'CANCELLED';
  return receivedBy === null && Date.now() - Date.parse(completedAt ?? '') < LATE_RECEIPT_MS;
}

/**
 * Returns why a change was refused, for somebody at a dock: what happened to the stop, when and by whom, and
 * the two ways on.
 */
export function refusalInWords(refusal: Refusal, stop: StopFactsFragment | undefined): string {
  if (refusal.code !== 'invalid_transition' || !stop)
    return `${sentence(refusal.message)} Change it, or discard it.`;
  const { status, receivedBy, receivedAt } = stop;
  if (receivedBy !== null && receivedAt !== null) {
    const received = `${receivedBy} already confirmed this delivery ${momentInWords(receivedAt)}.`;
    return `${received} Discard yours if that is right, or else call your office first.`;
  }
  const happened = lastMoveInWords(stop) ?? 'This delivery has not left yet.';
  if (status === 'CANCELLED')
    return `${happened} Take the goods back and discard this, or call your office if you left them there.`;
  if (!mayReceive(stop))
    return `${happened} It takes no receipt any more. Call your office, then discard this.`;
  return `${happened} Send it again, or discard it.`;
}
