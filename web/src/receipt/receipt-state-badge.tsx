import type { ReceiptState } from '../generated/operations.ts';
import { Badge, type Tone } from '../kit/badge.tsx';
import { receiptStateInWords } from './receipt-state.ts';

const TONES: Record<ReceiptState, Tone> = {
  CONFIRMED: 'note',
  DISPUTED: 'warn',
  ASKED: 'plain',
  SETTLED: 'good',
};

/** Shows what a receipt waits for. */
export function ReceiptStateBadge({ state }: { state: ReceiptState }) {
  return <Badge tone={TONES[state]}>{receiptStateInWords(state)}</Badge>;
}
