import { DayBadges } from '../closed-day/day-badges.tsx';
import type { DeliveryRowFragment } from '../generated/operations.ts';
import { day, money } from '../kit/format.ts';
import type { Sorting } from '../kit/sort-header.tsx';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';
import type { Selection } from '../kit/use-selection.ts';
import { WithdrawnBadge } from '../lot/withdrawn-badge.tsx';
import { useSession } from '../session/session.tsx';
import { numberInWords, NUMBER_ENTRIES, NUMBERS } from './numbers.ts';
import { StatusBadge } from './status.tsx';

/** A delivery in a list. */
export type DeliveryRow = DeliveryRowFragment;

/** The columns that few need, hidden by default. */
export const OPTIONAL_COLUMNS: string[] = Object.values(NUMBERS);

/** The columns that can be hidden. */
export const COLUMNS = ['Delivery date', 'Supermarket', 'Branch', ...OPTIONAL_COLUMNS, 'Status', 'Value'];

interface DeliveryTableProps {
  deliveries: readonly DeliveryRow[];
  /** The names of columns that are not shown. */
  hidden?: readonly string[];
  sorting?: Sorting;
  selection?: Selection<DeliveryRow>;
}

/** Lists deliveries, each with a link to its page. */
export function DeliveryTable(props: DeliveryTableProps) {
  const { deliveries, hidden = OPTIONAL_COLUMNS, sorting, selection } = props;
  const { currency } = useSession().account;
  const isReferenceShown = !hidden.includes(NUMBERS.reference);
  const columns: Column<DeliveryRow>[] = [
    {
      name: 'Delivery',
      orders: ['-created', 'created'],
      cell: ({ id, reference, supermarketName, branchName, deliveryDate, totalValue }) => (
        <Stacked
          isOnlyNarrow
          below={`${supermarketName} · ${branchName}`}
          narrow={`${day(deliveryDate)} · ${money(totalValue, currency)}`}
        >
          {numberInWords({ id, reference: isReferenceShown ? null : reference })}
        </Stacked>
      ),
    },
    {
      name: 'Delivery date',
      orders: ['date', '-date'],
      isSecondary: true,
      cell: ({ deliveryDate }) => <span className="one-line">{day(deliveryDate)}</span>,
    },
    { name: 'Supermarket', isSecondary: true, isCut: true, cell: ({ supermarketName }) => supermarketName },
    { name: 'Branch', isSecondary: true, isCut: true, cell: ({ branchName }) => branchName },
    ...NUMBER_ENTRIES.map(([number, name]): Column<DeliveryRow> => ({
      name,
      isSecondary: true,
      isCut: true,
      cell: (delivery) => delivery[number],
    })),
    {
      name: 'Status',
      cell: (delivery) => (
        <>
          <StatusBadge status={delivery.status} /> <WithdrawnBadge of={delivery} />{' '}
          <DayBadges of={delivery} />
        </>
      ),
    },
    {
      name: 'Value',
      isNumber: true,
      isSecondary: true,
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
    />
  );
}
