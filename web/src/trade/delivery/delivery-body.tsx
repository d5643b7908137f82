import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import type { Failure } from '../../base/graphql/failure.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { classes } from '../../base/kit/layout/classes.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { ReturnTable } from '../return/return-table.tsx';
import type { Delivery } from './delivery.ts';
import styles from './delivery-body.module.css';
import { DeliveryFacts } from './delivery-facts.tsx';
import { DeliveryHistory } from './delivery-history.tsx';
import { DeliveryLines } from './delivery-lines.tsx';
import { lastMoveInWords } from './last-move-in-words.ts';
import { DeliveryProgress } from './delivery-progress.tsx';
import { ReceiptCard } from '../receipt/receipt-card.tsx';

// Only those who count crates need it.
const CratesOfDelivery = lazy(() => import('../container/crates-of-delivery.tsx'));

interface DeliveryBodyProps {
  delivery: Delivery;
  reload: () => void;
  /** Why an action was refused, because somebody else has changed the delivery. */
  conflict: Failure | undefined;
  onDismiss: () => void;
  /** Whether there is room for one column only. */
  isNarrow?: boolean;
}

/** Shows a delivery: how far it is, its products first, its details beside them, and what happened to it. */
export function DeliveryBody({ delivery, reload, conflict, onDismiss, isNarrow }: DeliveryBodyProps) {
  const { id, returns } = delivery;
  return (
    <>
      {conflict && (
        <Notice
          tone="bad"
          title="This delivery has changed"
          actions={
            <Button isSmall onClick={onDismiss}>
              Dismiss
            </Button>
          }
        >
          {lastMoveInWords(delivery)}
        </Notice>
      )}
      {delivery.replacedBy && (
        <Notice tone="note" title="This version was replaced">
          Delivery <Link href={`/deliveries/${delivery.replacedBy.id}`}>#{delivery.replacedBy.id}</Link>{' '}
          replaces it.
        </Notice>
      )}
      {delivery.dayWarnings.length > 0 && (
        <Notice tone="warn" title="Check the delivery date">
          {delivery.dayWarnings.map(({ message }) => `${message}.`).join(' ')}
        </Notice>
      )}
      <DeliveryProgress delivery={delivery} />
      <div className={classes(styles.columns, isNarrow && styles.narrow)}>
        <div className={styles.first}>
          <DeliveryLines delivery={delivery} onChange={reload} isNarrow={isNarrow} />
        </div>
        <div className={styles.side}>
          <DeliveryFacts delivery={delivery} />
        </div>
        <div className={styles.rest}>
          {delivery.receipt && (
            <ReceiptCard delivery={delivery} receipt={delivery.receipt} onChange={reload} />
          )}
          <Suspense fallback={null}>
            <CratesOfDelivery delivery={delivery} />
          </Suspense>
          {returns.totalCount > 0 && (
            <Card
              title="Returns"
              isFlush
              actions={
                returns.pageInfo.hasNextPage && (
                  <Link href={`/returns?deliveryId=${id}`}>View all {returns.totalCount}</Link>
                )
              }
            >
              <ReturnTable returns={returns.nodes} isWithinDelivery />
            </Card>
          )}
          <DeliveryHistory delivery={delivery} />
        </div>
      </div>
    </>
  );
}
