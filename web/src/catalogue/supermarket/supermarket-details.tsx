import { lazy, Suspense } from 'react';
import { Card } from '../../base/kit/layout/card.tsx';
import type { WithTables } from '../../base/list/record-tables.ts';
import { BranchesCard } from './branches-card.tsx';
import { type DateFilters, DeliveriesCard } from './deliveries-card.tsx';
import { cutOffInWords } from './cut-off-words.ts';
import { promiseInWords } from './promise-words.ts';
import { May } from '../../base/session/may.tsx';
import type { Supermarket } from './supermarket.ts';

// Only those who count crates need it.
const CratesCard = lazy(() => import('./crates-card.tsx'));

/** Shows the branches and deliveries of a supermarket. */
export function SupermarketDetails({
  supermarket,
  filters,
  reload,
  tables,
}: {
  supermarket: Supermarket;
  filters: DateFilters;
  reload: () => void;
} & WithTables) {
  const promise = promiseInWords(supermarket);
  return (
    <>
      {promise && (
        <Card title="Shelf life on delivery">
          <p>{promise}</p>
        </Card>
      )}
      {supermarket.cutOff && (
        <Card title="Cut-off">
          <p>{cutOffInWords(supermarket.cutOff)}</p>
        </Card>
      )}
      <BranchesCard supermarket={supermarket} reload={reload} />
      <May needs="deliveries:read">
        <Suspense fallback={null}>
          <CratesCard supermarketId={supermarket.id} />
        </Suspense>
      </May>
      <DeliveriesCard supermarket={supermarket} filters={filters} tables={tables} />
    </>
  );
}
