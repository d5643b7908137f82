import { FileUp, Plus, SearchX } from 'lucide-react';
import { lazy, useState } from 'react';
import { ProductsPageDocument } from '../../generated/operations.ts';
import { useChanges } from '../../base/graphql/use-changes.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { useFilters } from '../../base/kit/table/filters.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Pager, usePageArguments } from '../../base/kit/table/pager.tsx';
import { useColumns } from '../../base/kit/table/use-columns.ts';
import { NAMED_ORDERS, useOrder } from '../../base/kit/table/use-order.ts';
import { useSelection } from '../../base/kit/table/use-selection.ts';
import { useVisitedList } from '../../base/kit/table/visited-lists.ts';
import { Beside } from '../../base/list/beside.tsx';
import { useOpened } from '../../base/list/use-opened.ts';
import type { WithTables } from '../../base/list/record-tables.ts';
import { useMay } from '../../base/session/may.tsx';
import { NewProduct } from './new-product.tsx';
import { NoProducts } from './no-products.tsx';
import { archivedOf, ProductFilterBar } from './product-filters.tsx';
import { ProductBulkBar } from './product-bulk-bar.tsx';
import { COLUMNS, ProductTable } from './product-table.tsx';
import { useProductActions } from './use-product-actions.tsx';

// Only large screens have room for it.
const ProductPanel = lazy(() => import('./product-panel.tsx'));

const PER_PAGE = 20;

/** Lists the catalogue. */
export default function ProductsPage({ tables }: WithTables) {
  useVisitedList('/products');
  const isAllowed = useMay()('products:write');
  const filters = useFilters('words', 'category', 'show');
  const { show: _, ...texts } = filters.values;
  const { orderBy, sorting } = useOrder(NAMED_ORDERS, '-created');
  const products = useData(ProductsPageDocument, {
    ...usePageArguments(PER_PAGE),
    filter: { ...texts, archived: archivedOf(filters) },
    orderBy,
  });
  const selection = useSelection(JSON.stringify(filters.values), products.data?.products.nodes ?? []);
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  const opened = useOpened();
  const reload = () => {
    products.reload();
    opened.reload();
  };
  const rows = useProductActions(reload);
  const columns = useColumns('products', COLUMNS);
  const changes = useChanges('product.', {
    isHeld: isCreating || selection.rows.length > 0,
    isPaused: products.data === undefined,
    reload,
  });
  const isBare = filters.isEmpty && products.data?.products.totalCount === 0;
  return (
    <Page
      title="Products"
      isList
      actions={
        <>
          {!isBare && <DownloadCsv list="products" sort={sorting.value} />}
          {isAllowed && (
            <>
              <ButtonLink icon={FileUp} href="/imports?kind=products">
                Import
              </ButtonLink>
              <Button kind="primary" icon={Plus} onClick={create} aria-keyshortcuts="n">
                New product
              </Button>
            </>
          )}
        </>
      }
    >
      <Beside
        opened={opened}
        rows={products.data?.products.nodes}
        panel={(panel) => <ProductPanel {...panel} actionsOf={rows.actionsOf} tables={tables} />}
      >
        <Card isFlush>
          {!isBare && <ProductFilterBar filters={filters} columns={columns} changes={changes} />}
          <Loaded of={products} lines={10}>
            {({ products }) =>
              products.nodes.length > 0 ? (
                <>
                  <ProductTable
                    products={products.nodes}
                    hidden={columns.hidden}
                    sorting={sorting}
                    opened={opened}
                    selection={isAllowed ? selection : undefined}
                    actionsOf={rows.actionsOf}
                  />
                  <Pager of={products} noun="product" size={PER_PAGE} />
                </>
              ) : filters.isEmpty ? (
                <NoProducts onCreate={create} />
              ) : (
                <Empty icon={SearchX} title="No products match these filters">
                  <Button onClick={filters.clear}>Clear filters</Button>
                </Empty>
              )
            }
          </Loaded>
          <ProductBulkBar selection={selection} />
        </Card>
      </Beside>
      {rows.dialog}
      {isCreating && <NewProduct onClose={() => setCreating(false)} />}
    </Page>
  );
}
