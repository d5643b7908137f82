import { Link } from 'wouter';
import { Card } from '../kit/card.tsx';
import { money, wholeNumber } from '../kit/format.ts';
import { type Column, Table } from '../kit/table.tsx';
import { useSession } from '../session/session.tsx';
import type { Delivery } from './delivery.ts';

type Line = Delivery['products'][number];

/** Lists the products of a delivery, at the prices it was created with. */
export function DeliveryLines({ delivery }: { delivery: Delivery }) {
  const { account } = useSession();
  const hasReturns = delivery.products.some(({ returnedQuantity }) => returnedQuantity > 0);
  const columns: Column<Line>[] = [
    {
      name: 'Product',
      cell: ({ name, productId }) => <Link href={`/products/${productId}`}>{name}</Link>,
    },
    { name: 'Quantity', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
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
    const cell = ({ returnedQuantity }: Line) => wholeNumber(returnedQuantity);
    columns.splice(2, 0, { name: 'Returned', isNumber: true, cell });
  }
  return (
    <Card title="Products" about="Names and prices as of when the delivery was created." isFlush>
      <Table
        caption="Products of the delivery"
        columns={columns}
        rows={delivery.products}
        keyOf={({ productId }) => productId}
      />
    </Card>
  );
}
