import { Archive, Package } from 'lucide-react';
import { ArchivedProductsDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { useMay } from '../../base/session/may.tsx';

/** Explains how to add the first product, or where the archived ones are. */
export function NoProducts({ onCreate }: { onCreate: () => void }) {
  const isAllowed = useMay()('products:write');
  const archived = useData(ArchivedProductsDocument, {}).data?.products.totalCount ?? 0;
  if (archived > 0) {
    return (
      <Empty icon={Archive} title="All products are archived">
        <ButtonLink href="/products?show=archived">Show archived products</ButtonLink>
      </Empty>
    );
  }
  return (
    <Empty icon={Package} title="No products yet">
      <p>
        Deliveries contain products from your catalogue. {isAllowed && 'Add the first one, or import a file.'}
      </p>
      {isAllowed && (
        <>
          <Button kind="primary" onClick={onCreate}>
            Add a product
          </Button>
          <ButtonLink href="/imports">Import a file</ButtonLink>
        </>
      )}
    </Empty>
  );
}
