import { DayBadges } from '../../catalogue/closed-day/day-badges.tsx';
import type { DeliveryRowFragment, ListedDeliveryFragment } from '../../generated/operations.ts';
import { day, kilograms, money, wholeNumber } from '../../base/kit/words/format.ts';
import type { Action } from '../../base/kit/layout/menu.tsx';
import type { Sorting } from '../../base/kit/table/sort-header.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, type OpenRow, Table } from '../../base/kit/table/table.tsx';
import { Tiled } from '../../base/kit/layout/tile.tsx';
import type { RowSelection } from '../../base/kit/table/use-selection.ts';
import { WithdrawnBadge } from '../lot/withdrawn-badge.tsx';
import { ReceiptStateBadge } from '../receipt/receipt-state-badge.tsx';
import { useSession } from '../../base/session/session.tsx';
import { wordsOf } from '../../base/kit/form/field-words.ts';
import { NUMBER_ENTRIES } from './numbers.ts';
import { StatusBadge } from './status.tsx';

/** A delivery in a list. */
export type DeliveryRow = DeliveryRowFragment;

/** A delivery in the list of deliveries, with what its columns show. */
export type ListedDelivery = ListedDeliveryFragment;

/** The columns that few need, hidden by default. */
export const OPTIONAL_COLUMNS: string[] = NUMBER_ENTRIES.map(([, label]) => label);

/** The columns that can be hidden. */
export const COLUMNS = [
  'Delivery date',
  'Window',
  'Supermarket',
  'Branch',
  ...OPTIONAL_COLUMNS,
  'Status',
  'Receipt',
  'Units',
  'Weight',
  'Value',
];

/** The columns that tables within other pages have no room for. */
export const IN_LISTS_ONLY = [...OPTIONAL_COLUMNS, 'Window', 'Receipt', 'Units', 'Weight'];

/** The columns that a record beside its list has no room for. */
export const OFF_PANELS = COLUMNS.filter((name) => name !== 'Delivery date' && name !== 'Status');

interface DeliveryTableProps {
  deliveries: readonly ListedDelivery[];
  /** The names of columns that are not shown. */
  hidden?: readonly string[];
  sorting?: Sorting;
  selection?: RowSelection<ListedDelivery>;
  /** Returns what can be done with a delivery. */
  actionsOf?: (delivery: ListedDelivery) => readonly Action[];
  /** Opens deliveries beside the list, instead of their pages. */
  opened?: OpenRow;
}

/** Lists deliveries, each with a link to its page. */
export function DeliveryTable(props: DeliveryTableProps) {
  const { deliveries, hidden = IN_LISTS_ONLY, sorting, selection, actionsOf, opened } = props;
  const { currency } = useSession().account;
  const isReferenceShown = !hidden.includes(wordsOf('reference').label);
  const columns: Column<ListedDelivery>[] = [
    {
      name: 'Delivery',
      isWhole: true,
      orders: ['-created', 'created'],
      cell: ({ id, reference }) => <Stacked below={isReferenceShown ? null : reference}>#{id}</Stacked>,
    },
    {
      name: 'Delivery date',
      orders: ['date', '-date'],
      isWhole: true,
      yields: 6,
      cell: ({ deliveryDate }) => day(deliveryDate),
    },
    {
      name: 'Window',
      isSecondary: true,
      isOffPaper: true,
      isWhole: true,
      yields: 2,
      cell: ({ branch }) => branch.deliveryWindow,
    },
    {
      name: 'Supermarket',
      isCut: true,
      yields: 5,
      cell: ({ supermarketName }) => <Tiled name={supermarketName}>{supermarketName}</Tiled>,
    },
    { name: 'Branch', isCut: true, under: 'Supermarket', cell: ({ branchName }) => branchName },
    ...NUMBER_ENTRIES.map(([number, name]): Column<ListedDelivery> => ({
      name,
      isSecondary: true,
      isWhole: true,
      isLabelled: true,
      yields: 1,
      cell: (delivery) => delivery[number],
    })),
    {
      name: 'Status',
      yields: 8,
      cell: (delivery) => (
        <>
          <StatusBadge status={delivery.status} /> <WithdrawnBadge of={delivery} />{' '}
          <DayBadges of={delivery} />
        </>
      ),
    },
    {
      name: 'Receipt',
      isSecondary: true,
      isOffPaper: true,
      yields: 4,
      cell: ({ receipt }) => receipt && <ReceiptStateBadge receipt={receipt} />,
    },
    {
      name: 'Units',
      isNumber: true,
      isSecondary: true,
      isOffPaper: true,
      yields: 3,
      cell: ({ totalQuantity }) => wholeNumber(totalQuantity),
    },
    {
      name: 'Weight',
      isNumber: true,
      isSecondary: true,
      isOffPaper: true,
      yields: 2,
      cell: ({ totalWeight }) => weightOf(totalWeight),
    },
    {
      name: 'Value',
      isNumber: true,
      yields: 7,
      cell: ({ totalValue }) => money(totalValue, currency),
    },
  ];
  return (
    <Table
      caption="Deliveries"
      columns={columns}
      rows={deliveries}
      keyOf={({ id }) => id}
      nameOf={({ id }) => `delivery #${id}`}
      hrefOf={({ id }) => `/deliveries/${id}`}
      hidden={hidden}
      sorting={sorting}
      selection={selection}
      actionsOf={actionsOf}
      opened={opened}
    />
  );
}

/** Formats the weight of deliveries. Grams say nothing about a whole delivery, unless it is a small one. */
export function weightOf(weight: number): string {
  return kilograms(weight < 10 ? weight : Math.round(weight));
}
