import { CircleCheck, Printer } from 'lucide-react';
import { AcceptReceiptDocument, type ReceiptRowFragment } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import type { Action } from '../../base/kit/layout/menu.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useMay } from '../../base/session/may.tsx';
import { isToCheck } from './is-to-check.ts';

/**
 * Returns the actions for each receipt of a list. Those with disputes are decided line by line.
 *
 * @param onChange called when a receipt was accepted, also by somebody else
 */
export function useReceiptActions(onChange: () => void): (row: ReceiptRowFragment) => readonly Action[] {
  const isAllowed = useMay()('deliveries:write');
  const { run } = useAction(AcceptReceiptDocument);
  const toast = useToast();
  const accept = async (deliveryId: string, said: string) => {
    if (await run({ deliveryId }, (failure) => toast(failure.message, 'warn'))) toast(said);
    onChange();
  };
  return ({ id, receipt }) => [
    ...(isAllowed && receipt?.state === 'CONFIRMED'
      ? [
          isToCheck(receipt)
            ? { label: 'Mark as checked', icon: CircleCheck, run: () => void accept(id, 'Receipt checked') }
            : { label: 'Accept receipt', icon: CircleCheck, run: () => void accept(id, 'Receipt accepted') },
        ]
      : []),
    { label: 'Delivery note', icon: Printer, href: `/deliveries/${id}/note` },
  ];
}
