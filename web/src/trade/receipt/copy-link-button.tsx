import { Check, Link } from 'lucide-react';
import { useState } from 'react';
import { CreateReceiptLinkDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';

/**
 * Creates a receipt link of a delivery and copies it, to send it to the branch; pressed again, it copies the
 * same link.
 */
export function CopyLinkButton({ deliveryId }: { deliveryId: string }) {
  const { run, isRunning, failure } = useAction(CreateReceiptLinkDocument);
  const [url, setUrl] = useState<string>();
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const toast = useToast();
  const copy = async () => {
    const link = url ?? (await run({ deliveryId }))?.createReceiptLink.url;
    if (link === undefined) return;
    setUrl(link);
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    setState(isCopied ? 'copied' : 'refused');
    if (isCopied) toast('Link copied');
  };
  return (
    <>
      <Button
        isSmall
        kind="quiet"
        icon={state === 'copied' ? Check : Link}
        isBusy={isRunning}
        aria-label={`Copy the receipt link of delivery #${deliveryId}`}
        onClick={() => void copy()}
      >
        Copy link
      </Button>
      {state === 'refused' && (
        <TextField name="link" label="Receipt link" value={url} readOnly hint="Select it to copy it." />
      )}
      <FailedNotice failure={failure} />
    </>
  );
}
