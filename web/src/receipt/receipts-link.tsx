import { ClipboardCheck } from 'lucide-react';
import { ButtonLink } from '../kit/button.tsx';
import { useReceiptsToCheck } from './use-receipts-to-check.ts';

/** Leads to the receipts that wait, if there are any. */
export function ReceiptsLink() {
  const count = useReceiptsToCheck();
  if (count === undefined) return null;
  return (
    <ButtonLink icon={ClipboardCheck} href="/receipts">
      {count} {count === '1' ? 'receipt' : 'receipts'} to check
    </ButtonLink>
  );
}
