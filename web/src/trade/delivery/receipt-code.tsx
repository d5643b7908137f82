import { QrCode } from 'lucide-react';
import { Button } from '../../base/kit/layout/button.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import type { useReceiptCodes } from './use-receipt-codes.ts';

interface ReceiptCodesButtonProps {
  /** The deliveries that can have a link. */
  deliveryIds: readonly string[];
  of: ReturnType<typeof useReceiptCodes>;
}

/** Creates the receipt links that are printed with the notes of a page. */
export function ReceiptCodesButton({ deliveryIds, of }: ReceiptCodesButtonProps) {
  const { codes, create, isRunning, failure } = of;
  const missing = deliveryIds.filter((id) => !codes.has(id));
  if (missing.length === 0) return null;
  return (
    <>
      <FailedNotice failure={failure} />
      <Button icon={QrCode} isBusy={isRunning} onClick={() => void create(deliveryIds)}>
        {missing.length === 1 ? 'Add receipt link' : `Add ${missing.length} receipt links`}
      </Button>
    </>
  );
}
