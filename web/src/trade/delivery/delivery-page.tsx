import { useParams } from 'wouter';
import { DeliveryPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { DeliveryDetails } from './delivery-details.tsx';

const BACK = { href: '/deliveries', label: 'Deliveries' };

/** Shows one delivery with its products, history and returns. */
export default function DeliveryPage() {
  const { id = '' } = useParams();
  const delivery = useData(DeliveryPageDocument, { id });
  if (delivery.data?.delivery === null) return <NotFound what="This delivery" />;
  if (delivery.data?.delivery) {
    return <DeliveryDetails delivery={delivery.data.delivery} reload={delivery.reload} back={BACK} />;
  }
  return (
    <Page title={`Delivery #${id}`} back={BACK}>
      <Loaded of={delivery} lines={8}>
        {() => null}
      </Loaded>
    </Page>
  );
}
