import { Link } from 'wouter';
import { numberInWords } from '../delivery/numbers.ts';
import type { PlacedReturnFragment, ReturnRowFragment } from '../generated/operations.ts';
import { day, money, wholeNumber } from '../kit/format.ts';
import type { Action } from '../kit/menu.tsx';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { useSession } from '../session/session.tsx';
import { reasonInWords } from './reason-in-words.ts';

/** The columns that can be hidden. */
export const COLUMNS = ['Delivery', 'Supermarket', 'Branch', 'Quantity', 'Return date', 'Credit'];

type ListedReturn = ReturnRowFragment & Partial<PlacedReturnFragment>;

interface ReturnTableProps<Listed extends ListedReturn> {
  returns: readonly Listed[];
  /** Whether the page is about the delivery already. */
  isWithinDelivery?: boolean;
  /** Whether the supermarkets and branches are shown. */
  isPlaced?: boolean;
  /** The names of columns that are not shown. */
  hidden?: readonly string[];
  /** Returns what can be done with a return. */
  actionsOf?: (found: Listed) => readonly Action[];
}

/** Lists returns, each with a link to its page. */
export function ReturnTable<Listed extends ListedReturn>(props: ReturnTableProps<Listed>) {
  const { returns, isWithinDelivery, isPlaced, hidden, actionsOf } = props;
  const { account } = useSession();
  const columns: Column<Listed>[] = [
    {
      name: 'Return',
      cell: ({ id, productName, reason, returnDate, delivery, reversesId, reversedById }) => (
        <Stacked
          below={[
            `#${id}`,
            reasonInWords(reason),
            reversesId && `undoes #${reversesId}`,
            reversedById && `undone by #${reversedById}`,
          ]
            .filter(Boolean)
            .join(' · ')}
          narrow={[day(returnDate), delivery?.branchName].filter(Boolean).join(' · ')}
        >
          {productName}
        </Stacked>
      ),
    },
    ...(isWithinDelivery ? [] : [DELIVERY]),
    ...(isPlaced ? PLACES : []),
    { name: 'Quantity', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
    { name: 'Return date', isSecondary: true, cell: ({ returnDate }) => day(returnDate) },
    { name: 'Credit', isNumber: true, cell: ({ creditAmount }) => money(creditAmount, account.currency) },
  ];
  return (
    <Table
      caption="Returns"
      columns={columns}
      rows={returns}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/returns/${id}`}
      hidden={hidden}
      nameOf={({ id }) => `return #${id}`}
      actionsOf={actionsOf}
    />
  );
}

const DELIVERY: Column<ListedReturn> = {
  name: 'Delivery',
  isSecondary: true,
  cell: ({ deliveryId, delivery }) => (
    <Link href={`/deliveries/${deliveryId}`}>{delivery ? numberInWords(delivery) : `#${deliveryId}`}</Link>
  ),
};

const PLACES: Column<ListedReturn>[] = [
  { name: 'Supermarket', isSecondary: true, isCut: true, cell: ({ delivery }) => delivery?.supermarketName },
  { name: 'Branch', isSecondary: true, isCut: true, cell: ({ delivery }) => delivery?.branchName },
];
