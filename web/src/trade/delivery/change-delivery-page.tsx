import { useState } from 'react';
import { useParams } from 'wouter';
import { DeliveryToChangeDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { ButtonLink } from '../../base/kit/layout/button.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { ChangeDeliveryForm } from './change-delivery-form.tsx';
import { labelOf } from './status.tsx';
import type { ToChange } from './to-change.ts';

/** Changes a pending delivery by creating its next version. */
export default function ChangeDeliveryPage() {
  const { id = '' } = useParams();
  const result = useData(DeliveryToChangeDocument, { id });
  const delivery = result.data?.delivery;
  // Once it is being changed, the form decides what becomes of it.
  const [first, setFirst] = useState<ToChange>();
  if (!first && delivery?.id === id && delivery.status === 'PENDING') setFirst(delivery);
  if (!first && delivery === null) return <NotFound what="This delivery" />;
  const href = `/deliveries/${id}`;
  return (
    <Page title={`Change delivery #${id}`} back={{ href, label: `Delivery #${id}` }}>
      {first ? (
        <ChangeDeliveryForm first={first} />
      ) : (
        <Loaded of={result} lines={8}>
          {({ delivery }) => delivery && <NotPending delivery={delivery} />}
        </Loaded>
      )}
    </Page>
  );
}

function NotPending({ delivery: { id, status, replacedBy } }: { delivery: ToChange }) {
  if (replacedBy) {
    return (
      <Notice
        tone="warn"
        title="This delivery has a newer version"
        actions={
          <ButtonLink href={`/deliveries/${replacedBy.id}/change`}>Change #{replacedBy.id}</ButtonLink>
        }
      />
    );
  }
  return (
    <Notice
      tone="warn"
      title="Only a pending delivery can be changed"
      actions={<ButtonLink href={`/deliveries/${id}`}>Show delivery</ButtonLink>}
    >
      This delivery is {labelOf(status).toLowerCase()}.
    </Notice>
  );
}
