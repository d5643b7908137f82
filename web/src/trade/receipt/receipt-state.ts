import type { ReceiptSource, ReceiptState } from '../../generated/operations.ts';
import { isToCheck } from './is-to-check.ts';

const LABELS: Record<ReceiptState, string> = {
  CONFIRMED: 'Confirmed',
  DISPUTED: 'Disputed',
  ASKED: 'Asked',
  SETTLED: 'Settled',
};

/** The states, those that wait first. */
export const RECEIPT_STATES = Object.keys(LABELS) as ReceiptState[];

/** Returns the state with this name, such as from the address; undefined for an unknown one. */
export function receiptStateOf(name: string | undefined): ReceiptState | undefined {
  return RECEIPT_STATES.find((state) => state === name);
}

/** Returns what a receipt waits for, in words. */
export function waitingInWords(receipt: { state: ReceiptState; by: ReceiptSource }): string {
  return isToCheck(receipt) ? 'To check' : LABELS[receipt.state];
}

/** Returns the state with this name in words, or the name of an unknown one. */
export function receiptStateInWords(name: string): string {
  const state = receiptStateOf(name);
  return state ? LABELS[state] : name;
}
