import { useSearchParams } from 'wouter';
import { DeliveryToCopyDocument, type DeliveryToCopyQuery } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import type { Draft } from './delivery-form.tsx';
import { emptyDraft } from './empty-draft.ts';
import { NewDeliveryForm } from './new-delivery-form.tsx';
import { copiedTexts } from './numbers.ts';

type Copied = NonNullable<DeliveryToCopyQuery['delivery']>;

/** Creates a delivery, starting empty or as a copy of another one. */
export default function NewDeliveryPage() {
  const [search] = useSearchParams();
  const copied = search.get('copy') ?? '';
  const original = useData(DeliveryToCopyDocument, { id: copied }, { isPaused: copied === '' });
  if (copied !== '' && original.data?.delivery === null) return <NotFound what="This delivery" />;
  return (
    <Page title="New delivery" back={{ href: '/deliveries', label: 'Deliveries' }}>
      {copied === '' ? (
        <NewDeliveryForm name="delivery" draft={emptyDraft(search.get('supermarketId') ?? '')} leftOut={[]} />
      ) : (
        <Loaded of={original} lines={8}>
          {({ delivery }) =>
            delivery && (
              <NewDeliveryForm
                name={`delivery:${copied}`}
                draft={draftOf(delivery)}
                leftOut={leftOutOf(delivery)}
              />
            )
          }
        </Loaded>
      )}
    </Page>
  );
}

/** Returns a copy without archived records, which a new delivery cannot use. */
function draftOf({ supermarket, branch, products, ...others }: Copied): Draft {
  const { place, lines } = emptyDraft(supermarket.id);
  const usable = products.filter(({ product }) => !product.archivedAt);
  return {
    ...copiedTexts(others),
    place: branch.archivedAt ? place : { ...place, branchId: branch.id },
    lines:
      usable.length > 0
        ? usable.map(({ product, quantity }, key) => ({ key, product, quantity: String(quantity) }))
        : lines,
  };
}

/** Returns the names of the archived records that are not copied. */
function leftOutOf({ branch, products }: Copied): string[] {
  return [branch, ...products.map(({ product }) => product)]
    .filter(({ archivedAt }) => archivedAt)
    .map(({ name }) => name);
}
