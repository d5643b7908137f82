import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { CreateReceiptLinkDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { FailedNotice } from '../kit/failed-notice.tsx';
import { dateTime } from '../kit/format.ts';
import styles from './delivery-note.module.css';

interface ReceiptCodeProps {
  deliveryId: string;
}

interface Code {
  url: string;
  expiresAt: string;
  image: string;
}

/** Creates a receipt link, and shows it as a QR code that is printed with the note. */
export function ReceiptCode({ deliveryId }: ReceiptCodeProps) {
  const { run, isRunning, failure } = useAction(CreateReceiptLinkDocument);
  const [code, setCode] = useState<Code>();
  const create = async () => {
    const link = (await run({ deliveryId }))?.createReceiptLink;
    if (!link) return;
    // Its library is large, and only this page needs it.
    const { qrImageOf } = await import('../kit/qr-image.ts');
    setCode({ ...link, image: qrImageOf(link.url) });
  };
  if (!code) {
    return (
      <div className={styles.options}>
        <FailedNotice failure={failure} />
        <Button icon={QrCode} isBusy={isRunning} onClick={() => void create()}>
          Add receipt link
        </Button>
      </div>
    );
  }
  return (
    <figure className={styles.code}>
      <img src={code.image} alt="QR code of the receipt link" width="128" height="128" />
      <figcaption>
        Scan to confirm what arrived, or open <a href={code.url}>{code.url}</a>. Valid until{' '}
        {dateTime(code.expiresAt)}.
      </figcaption>
    </figure>
  );
}
