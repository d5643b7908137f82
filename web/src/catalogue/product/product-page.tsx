import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { ArchiveButton } from '../archive/archive-button.tsx';
import { ArchivedBadge } from '../archive/archived-badge.tsx';
import { ProductPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { usePageArguments } from '../../base/kit/table/pager.tsx';
import type { WithTables } from '../../base/list/record-tables.ts';
import { May } from '../../base/session/may.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { EditProduct } from './edit-product.tsx';
import { ProductDetails } from './product-details.tsx';

/** Shows one product with its deliveries and returns. */
export default function ProductPage({ tables }: WithTables) {
  const { id = '' } = useParams();
  const result = useData(ProductPageDocument, { id, ...usePageArguments() });
  const [isEditing, setEditing] = useState(false);
  const product = result.data?.product;
  if (product === null) return <NotFound what="This product" />;
  return (
    <Page
      title={product?.name ?? 'Product'}
      about={product?.sequentialId}
      beside={product && <ArchivedBadge of={product} />}
      back={{ href: '/products', label: 'Products' }}
      actions={
        product && (
          <May needs="products:write">
            <ArchiveButton noun="product" record={product} onChange={result.reload} />
            <Button icon={Pencil} onClick={() => setEditing(true)}>
              Edit
            </Button>
          </May>
        )
      }
    >
      <Loaded of={result} lines={8}>
        {({ product }) => product && <ProductDetails product={product} tables={tables} />}
      </Loaded>
      {product && isEditing && (
        <EditProduct product={product} onSaved={result.reload} onClose={() => setEditing(false)} />
      )}
    </Page>
  );
}
