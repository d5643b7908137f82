import { Archive, ArchiveRestore, Pencil, Route } from 'lucide-react';
import { useState } from 'react';
import { useArchiving } from '../archive/use-archiving.tsx';
import {
  type PricedProductFragment,
  type ProductFactsFragment,
  ProductToEditDocument,
} from '../../generated/operations.ts';
import { useRead } from '../../base/graphql/use-read.ts';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { useMay } from '../../base/session/may.tsx';
import { EditProduct } from './edit-product.tsx';

/**
 * Returns what can be done with each product of a list.
 *
 * @param onChange called when a product was changed
 */
export function useProductActions(onChange: () => void): RowMenu<PricedProductFragment> {
  const isAllowed = useMay()('products:write');
  const archiving = useArchiving('product', onChange);
  const read = useRead(ProductToEditDocument);
  const [edited, setEdited] = useState<ProductFactsFragment>();
  // The list has only some of its fields.
  const edit = async (id: string) => setEdited((await read({ id }))?.product ?? undefined);
  return {
    actionsOf: (product) => [
      ...(isAllowed
        ? [
            { label: 'Edit', icon: Pencil, run: () => void edit(product.id) },
            {
              label: product.archivedAt ? 'Restore' : 'Archive',
              icon: product.archivedAt ? ArchiveRestore : Archive,
              run: () => archiving.change(product),
            },
          ]
        : []),
      { label: 'Trace', icon: Route, href: `/trace?productId=${product.id}` },
    ],
    dialog: (
      <>
        {archiving.dialog}
        {edited && <EditProduct product={edited} onSaved={onChange} onClose={() => setEdited(undefined)} />}
      </>
    ),
  };
}
