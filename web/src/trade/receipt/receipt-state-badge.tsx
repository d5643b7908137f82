import type { ReceiptSource, ReceiptState } from '../../generated/operations.ts';
import { Badge, type Tone } from '../../base/kit/layout/badge.tsx';
import { waitingInWords } from './receipt-state.ts';

const TONES: Record<ReceiptState, Tone> = {
  CONFIRMED: 'note',
  DISPUTED: 'warn',
  ASKED: 'plain',
  SETTLED: 'good',
};

/** Shows what a receipt waits for. */
export function ReceiptStateBadge({ receipt }: { receipt: { state: ReceiptState; by: ReceiptSource } }) {
  return <Badge tone={TONES[receipt.state]}>{waitingInWords(receipt)}</Badge>;
}
