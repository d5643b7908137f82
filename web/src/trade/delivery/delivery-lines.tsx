import { ScanBarcode } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { LOTS_OPEN } from '../../generated/rules.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { kilograms, money, wholeNumber } from '../../base/kit/words/format.ts';
import { Skeleton } from '../../base/kit/feedback/skeleton.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { LotList } from '../lot/lot-list.tsx';
import { useMay } from '../../base/session/may.tsx';
import { useSession } from '../../base/session/session.tsx';
import type { Delivery } from './delivery.ts';
import { DeliverySums } from './delivery-sums.tsx';

// Only those who enter lots need it.
const LotsDialog = lazy(() => import('../lot/lots-dialog.tsx'));
const AllLotsDialog = lazy(() => import('../lot/all-lots-dialog.tsx'));

type DeliveryLine = Delivery['products'][number];

interface DeliveryLinesProps {
  delivery: Delivery;
  onChange: () => void;
  /** Whether there is no room for every column. */
  isNarrow?: boolean | undefined;
}

/** The columns that a narrow place leaves out. */
const SPACIOUS = ['Weight', 'Unit price'];

/** Lists the products of a delivery with their lots, at the prices it was created with. */
export function DeliveryLines({ delivery, onChange, isNarrow = false }: DeliveryLinesProps) {
  const { account } = useSession();
  const [edited, setEdited] = useState<DeliveryLine>();
  const [isEnteringAll, setEnteringAll] = useState(false);
  const { status, products, warnings, warningCount } = delivery;
  const hasReturns = products.some(({ returnedQuantity }) => returnedQuantity > 0);
  const may = useMay();
  const verb = may('deliveries:write') ? verbFor(status) : undefined;
  const columns: Column<DeliveryLine>[] = [
    {
      name: 'Product',
      cell: (line) => (
        <>
          <Link href={`/products/${line.productId}`}>{line.name}</Link>
          {status === 'PENDING' && lacksLots(line) && <Badge tone="warn">Lots required</Badge>}
          <LotList
            lots={line.lots}
            warnings={warnings.filter(({ productId }) => productId === line.productId)}
            quantity={line.quantity}
          />
        </>
      ),
    },
    { name: 'Quantity', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
    {
      name: 'Weight',
      isNumber: true,
      isSecondary: true,
      cell: ({ weight, quantity }) => weight !== null && kilograms(weight * quantity),
    },
    {
      name: 'Unit price',
      isNumber: true,
      isSecondary: true,
      cell: ({ unitPrice }) => money(unitPrice, account.currency),
    },
    {
      name: 'Amount',
      isNumber: true,
      cell: ({ unitPrice, quantity }) => money(unitPrice * quantity, account.currency),
    },
  ];
  if (hasReturns) {
    const cell = ({ returnedQuantity }: DeliveryLine) => wholeNumber(returnedQuantity);
    columns.splice(2, 0, { name: 'Returned', isNumber: true, cell });
  }
  const withLots = products.filter(hasLots);
  if (verb && withLots.length > 0) {
    const cell = (line: DeliveryLine) =>
      hasLots(line) && (
        <Button isSmall aria-label={`${verb} of ${line.name}`} onClick={() => setEdited(line)}>
          {verb}
        </Button>
      );
    columns.push({ name: 'Actions', isNameHidden: true, isNumber: true, cell });
  }
  return (
    <Card
      title="Products"
      about={
        warnings.length < warningCount
          ? `Names and prices as of when the delivery was created. Only the first ${wholeNumber(warnings.length)} of ${wholeNumber(warningCount)} warnings are shown: check the lots of the other lines.`
          : 'Names and prices as of when the delivery was created.'
      }
      isFlush
      actions={
        verb === 'Lots' &&
        withLots.length > 1 && (
          <Button isSmall icon={ScanBarcode} onClick={() => setEnteringAll(true)}>
            Enter lots
          </Button>
        )
      }
    >
      <Table
        caption="Products of the delivery"
        columns={columns}
        rows={products}
        keyOf={({ productId }) => productId}
        isStacked
        hidden={isNarrow ? SPACIOUS : undefined}
      />
      <DeliverySums delivery={delivery} />
      {isEnteringAll && (
        <Suspense fallback={<Skeleton lines={1} />}>
          <AllLotsDialog
            delivery={delivery}
            lines={withLots}
            onSaved={onChange}
            onClose={() => setEnteringAll(false)}
          />
        </Suspense>
      )}
      {edited && (
        <Suspense fallback={<Skeleton lines={1} />}>
          <LotsDialog
            delivery={delivery}
            line={edited}
            onSaved={onChange}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** Returns what can be done about lots in a status. */
function verbFor(status: Delivery['status']): string | undefined {
  if (LOTS_OPEN.includes(status)) return 'Lots';
  return status === 'COMPLETED' ? 'Correct lots' : undefined;
}

function hasLots({ lots, product }: DeliveryLine): boolean {
  return lots.length > 0 || product.lotTracking !== 'NONE';
}

/** Returns whether the delivery cannot be dispatched yet. */
function lacksLots({ lots, quantity, product }: DeliveryLine): boolean {
  return product.lotTracking === 'REQUIRED' && lots.reduce((sum, lot) => sum + lot.quantity, 0) !== quantity;
}
