import { Link } from 'wouter';
import { numberInWords } from '../delivery/numbers.ts';
import type { PlacedReturnFragment, ReturnRowFragment } from '../../generated/operations.ts';
import { day, money, wholeNumber } from '../../base/kit/words/format.ts';
import type { Action } from '../../base/kit/layout/menu.tsx';
import type { Sorting } from '../../base/kit/table/sort-header.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, type OpenRow, Table } from '../../base/kit/table/table.tsx';
import { Tiled } from '../../base/kit/layout/tile.tsx';
import { iconOf } from '../../catalogue/product/category-icon.ts';
import { useSession } from '../../base/session/session.tsx';
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
  sorting?: Sorting;
  /** Opens returns beside the list, instead of their pages. */
  opened?: OpenRow;
  /** Returns what can be done with a return. */
  actionsOf?: (found: Listed) => readonly Action[];
}

/** Lists returns, each with a link to its page. */
export function ReturnTable<Listed extends ListedReturn>(props: ReturnTableProps<Listed>) {
  const { returns, isWithinDelivery, isPlaced, hidden, sorting, opened, actionsOf } = props;
  const { account } = useSession();
  const columns: Column<Listed>[] = [
    {
      name: 'Return',
      orders: ['-created', 'created'],
      cell: ({ id, productName, product, reason, ...undone }) => {
        const { reversesId, reversedById } = undone;
        const about = (
          <Stacked
            below={[
              `#${id}`,
              reasonInWords(reason),
              reversesId && `undoes #${reversesId}`,
              reversedById && `undone by #${reversedById}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            {productName}
          </Stacked>
        );
        if (!product) return about;
        return (
          <Tiled name={product.category} icon={iconOf(product.category)}>
            {about}
          </Tiled>
        );
      },
    },
    ...(isWithinDelivery ? [] : [DELIVERY]),
    ...(isPlaced ? PLACES : []),
    { name: 'Quantity', isNumber: true, yields: 2, cell: ({ quantity }) => wholeNumber(quantity) },
    {
      name: 'Return date',
      orders: ['date', '-date'],
      isWhole: true,
      yields: 3,
      cell: ({ returnDate }) => day(returnDate),
    },
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
      sorting={sorting}
      nameOf={({ id }) => `return #${id}`}
      opened={opened}
      actionsOf={actionsOf}
    />
  );
}

const DELIVERY: Column<ListedReturn> = {
  name: 'Delivery',
  isSecondary: true,
  isWhole: true,
  isLabelled: true,
  yields: 1,
  cell: ({ deliveryId, delivery }) => (
    <Link href={`/deliveries/${deliveryId}`}>{delivery ? numberInWords(delivery) : `#${deliveryId}`}</Link>
  ),
};

const PLACES: Column<ListedReturn>[] = [
  { name: 'Supermarket', isCut: true, yields: 1, cell: placeOf },
  { name: 'Branch', isCut: true, under: 'Supermarket', cell: ({ delivery }) => delivery?.branchName },
];

function placeOf({ delivery }: ListedReturn) {
  return delivery && <Tiled name={delivery.supermarketName}>{delivery.supermarketName}</Tiled>;
}
