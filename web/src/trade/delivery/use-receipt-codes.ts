import { useState } from 'react';
import { useClient } from 'urql';
import { CreateReceiptLinkDocument } from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { sendOnce } from '../../base/graphql/send-once.ts';
import { useSessionLost } from '../../base/session/session.tsx';
import type { Code } from './code-figure.tsx';

/** The receipt links of the deliveries on a page. */
interface ReceiptCodes {
  /** The codes by the ids of the deliveries. */
  codes: ReadonlyMap<string, Code>;
  /** Creates the links that are missing, one after the other. Stops at the first failure. */
  create: (deliveryIds: readonly string[]) => Promise<void>;
  isRunning: boolean;
  failure: Failure | undefined;
}

/** Creates receipt links, with their QR codes. */
export function useReceiptCodes(): ReceiptCodes {
  const client = useClient();
  const [codes, setCodes] = useState<ReadonlyMap<string, Code>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  useSessionLost(failure);
  const create = async (deliveryIds: readonly string[]) => {
    setRunning(true);
    setFailure(undefined);
    // Its library is large, and only paper needs it.
    const { qrImageOf } = await import('../../base/kit/paper/qr-image.ts');
    for (const deliveryId of deliveryIds.filter((id) => !codes.has(id))) {
      const { data, failure } = await sendOnce(client, CreateReceiptLinkDocument, { deliveryId });
      if (failure) {
        setFailure(failure);
        break;
      }
      const link = data!.createReceiptLink;
      setCodes((codes) => new Map([...codes, [deliveryId, { ...link, image: qrImageOf(link.url) }]]));
    }
    setRunning(false);
  };
  return { codes, create, isRunning, failure };
}
