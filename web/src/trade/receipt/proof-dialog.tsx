import { ReceiptProofDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Dialog } from '../../base/kit/feedback/dialog.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Proof } from './proof.tsx';

interface ProofDialogProps {
  deliveryId: string;
  onClose: () => void;
}

/** Shows the signature and the photos of a receipt, which lists leave out. */
export function ProofDialog({ deliveryId, onClose }: ProofDialogProps) {
  const found = useData(ReceiptProofDocument, { deliveryId });
  return (
    <Dialog title={`Receipt of delivery #${deliveryId}`} onClose={onClose}>
      <Loaded of={found} lines={4}>
        {({ delivery }) => {
          const { signature = null, photos = [] } = delivery?.receipt ?? {};
          if (signature === null && photos.length === 0) return <p>No signature and no photos</p>;
          return <Proof signature={signature} photos={photos} />;
        }}
      </Loaded>
    </Dialog>
  );
}
