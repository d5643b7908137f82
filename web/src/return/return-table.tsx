import { Link } from 'wouter';
import type { ReturnRowFragment } from '../generated/operations.ts';
import { day, money, wholeNumber } from '../kit/format.ts';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { useSession } from '../session/session.tsx';
import { reasonInWords } from './reason-in-words.ts';

interface ReturnTableProps {
  returns: readonly ReturnRowFragment[];
  /** Whether the page is about the delivery already. */
  isWithinDelivery?: boolean;
}

/** Lists returns, each with a link to its page. */
export function ReturnTable({ returns, isWithinDelivery = false }: ReturnTableProps) {
  const { account } = useSession();
  const columns: Column<ReturnRowFragment>[] = [
    {
      name: 'Return',
      cell: ({ id, productName, reason, returnDate }) => (
        <Stacked below={`#${id} · ${reasonInWords(reason)}`} narrow={day(returnDate)}>
          {productName}
        </Stacked>
      ),
    },
    { name: 'Quantity', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
    { name: 'Return date', isSecondary: true, cell: ({ returnDate }) => day(returnDate) },
    { name: 'Credit', isNumber: true, cell: ({ creditAmount }) => money(creditAmount, account.currency) },
  ];
  if (!isWithinDelivery) {
    columns.splice(1, 0, {
      name: 'Delivery',
      isSecondary: true,
      cell: ({ deliveryId }) => <Link href={`/deliveries/${deliveryId}`}>#{deliveryId}</Link>,
    });
  }
  return (
    <Table
      caption="Returns"
      columns={columns}
      rows={returns}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/returns/${id}`}
    />
  );
}
