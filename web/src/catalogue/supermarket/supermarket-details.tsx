import { Link } from 'wouter';
import { Card } from '../../base/kit/layout/card.tsx';
import { Pager } from '../../base/kit/table/pager.tsx';
import type { WithTables } from '../../base/list/record-tables.ts';
import { BranchesCard } from './branches-card.tsx';
import { cutOffInWords } from './cut-off-words.ts';
import { promiseInWords } from './promise-words.ts';
import type { Supermarket } from './supermarket.ts';

/** Shows the branches and deliveries of a supermarket. */
export function SupermarketDetails({
  supermarket,
  reload,
  tables,
}: {
  supermarket: Supermarket;
  reload: () => void;
} & WithTables) {
  const { id, deliveries } = supermarket;
  const promise = promiseInWords(supermarket);
  const hasDeliveries = deliveries.nodes.length > 0;
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
      <Card
        title="Deliveries"
        isFlush={hasDeliveries}
        actions={hasDeliveries && <Link href={`/deliveries?supermarketId=${id}`}>View all</Link>}
      >
        {hasDeliveries ? (
          <>
            <tables.Deliveries deliveries={deliveries.nodes} />
            <Pager of={deliveries} noun="delivery" />
          </>
        ) : (
          <p>No deliveries to this supermarket yet.</p>
        )}
      </Card>
    </>
  );
}
