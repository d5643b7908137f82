import { Link } from 'wouter';
import { ArchivedBadge } from '../archive/archived-badge.tsx';
import type { PricedProductFragment } from '../../generated/operations.ts';
import { kilograms, money } from '../../base/kit/words/format.ts';
import type { Action } from '../../base/kit/layout/menu.tsx';
import type { Sorting } from '../../base/kit/table/sort-header.tsx';
import { type Column, type OpenRow, Table } from '../../base/kit/table/table.tsx';
import { Tiled } from '../../base/kit/layout/tile.tsx';
import type { RowSelection } from '../../base/kit/table/use-selection.ts';
import { useSession } from '../../base/session/session.tsx';
import { iconOf } from './category-icon.ts';

/** The columns that can be hidden. */
export const COLUMNS = ['Number', 'Category', 'Weight', 'Price'];

interface ProductTableProps {
  products: readonly PricedProductFragment[];
  /** The names of columns that are not shown. */
  hidden: readonly string[];
  sorting: Sorting;
  selection?: RowSelection<PricedProductFragment>;
  opened: OpenRow;
  /** Returns what can be done with a product. */
  actionsOf: (product: PricedProductFragment) => readonly Action[];
}

/** Lists products with links to their pages and categories. */
export function ProductTable({ products, hidden, sorting, selection, opened, actionsOf }: ProductTableProps) {
  const { currency } = useSession().account;
  const columns: Column<PricedProductFragment>[] = [
    {
      name: 'Product',
      orders: ['name', '-name'],
      cell: (product) => (
        <Tiled name={product.category} icon={iconOf(product.category)}>
          {product.name}
          <ArchivedBadge of={product} />
        </Tiled>
      ),
    },
    {
      name: 'Number',
      orders: ['-created', 'created'],
      isWhole: true,
      yields: 3,
      cell: ({ sequentialId }) => sequentialId,
    },
    {
      name: 'Category',
      isCut: true,
      yields: 2,
      cell: ({ category }) => (
        <Link href={`/products?category=${encodeURIComponent(category)}`}>{category}</Link>
      ),
    },
    { name: 'Weight', isNumber: true, isSecondary: true, yields: 1, cell: ({ weight }) => kilograms(weight) },
    { name: 'Price', isNumber: true, cell: ({ price }) => money(price, currency) },
  ];
  return (
    <Table
      caption="Products"
      columns={columns}
      rows={products}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      hidden={hidden}
      sorting={sorting}
      selection={selection}
      opened={opened}
      actionsOf={actionsOf}
      hrefOf={({ id }) => `/products/${id}`}
    />
  );
}
