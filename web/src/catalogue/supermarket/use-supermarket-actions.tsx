import { Pencil, Plus, Tag, Target, Truck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type SupermarketFactsFragment, SupermarketToEditDocument } from '../../generated/operations.ts';
import { useRead } from '../../base/graphql/use-read.ts';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { useMay } from '../../base/session/may.tsx';
import { EditSupermarket } from './edit-supermarket.tsx';
import type { ListedSupermarket } from './supermarket-table.tsx';

/**
 * Returns what can be done with each supermarket of a list.
 *
 * @param onChange called when a supermarket was changed
 */
export function useSupermarketActions(onChange: () => void): RowMenu<ListedSupermarket> {
  const may = useMay();
  const read = useRead(SupermarketToEditDocument);
  const [edited, setEdited] = useState<SupermarketFactsFragment>();
  // The list has only some of its fields.
  const edit = async (id: string) => setEdited((await read({ id }))?.supermarket ?? undefined);
  return {
    actionsOf: ({ id }) => [
      ...(may('deliveries:write')
        ? [{ label: 'New delivery', icon: Plus, href: `/deliveries/new?supermarketId=${id}` }]
        : []),
      ...(may('supermarkets:write') ? [{ label: 'Edit', icon: Pencil, run: () => void edit(id) }] : []),
      { label: 'Prices', icon: Tag, href: `/supermarkets/${id}/prices` },
      { label: 'View deliveries', icon: Truck, href: `/deliveries?supermarketId=${id}` },
      { label: 'View returns', icon: Undo2, href: `/returns?supermarketId=${id}` },
      { label: 'View performance', icon: Target, href: `/performance?supermarketId=${id}` },
    ],
    dialog: edited && (
      <EditSupermarket supermarket={edited} onSaved={onChange} onClose={() => setEdited(undefined)} />
    ),
  };
}
