import { useParams } from 'wouter';
import { DeliveryToChangeDocument, type DeliveryToChangeQuery } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { ButtonLink } from '../kit/button.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { ChangeDeliveryForm } from './change-delivery-form.tsx';
import type { Draft } from './delivery-form.tsx';
import { numbersBy } from './numbers.ts';
import { labelOf } from './status.tsx';

type ToChange = NonNullable<DeliveryToChangeQuery['delivery']>;

/** Changes a pending delivery by creating its next version. */
export default function ChangeDeliveryPage() {
  const { id = '' } = useParams();
  const delivery = useData(DeliveryToChangeDocument, { id });
  if (delivery.data?.delivery === null) return <NotFound what="This delivery" />;
  const href = `/deliveries/${id}`;
  return (
    <Page title={`Change delivery #${id}`} back={{ href, label: `Delivery #${id}` }}>
      <Loaded of={delivery} lines={8}>
        {({ delivery }) =>
          delivery &&
          (delivery.status === 'PENDING' ? (
            <ChangeDeliveryForm id={id} draft={draftOf(delivery)} />
          ) : (
            <Notice
              tone="warn"
              title="Only a pending delivery can be changed"
              actions={<ButtonLink href={href}>Show delivery</ButtonLink>}
            >
              This delivery is {labelOf(delivery.status).toLowerCase()}.
            </Notice>
          ))
        }
      </Loaded>
    </Page>
  );
}

/** Returns the delivery as a draft; its products have the name and price that they keep. */
function draftOf({ supermarket, branch, deliveryDate, products, ...texts }: ToChange): Draft {
  return {
    place: { supermarketId: supermarket.id, branchId: branch.id },
    deliveryDate,
    notes: texts.notes ?? '',
    ...numbersBy((name) => texts[name] ?? ''),
    lines: products.map(({ product, name, unitPrice, quantity }, key) => ({
      key,
      product: { ...product, name, price: unitPrice },
      quantity: String(quantity),
    })),
  };
}
