import type { DeliveryRowFragment } from '../generated/operations.ts';
import { day, money } from '../kit/format.ts';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { useSession } from '../session/session.tsx';
import { StatusBadge } from './status.tsx';

/** Lists deliveries, each with a link to its page. */
export function DeliveryTable({ deliveries }: { deliveries: readonly DeliveryRowFragment[] }) {
  const { account } = useSession();
  const columns: Column<DeliveryRowFragment>[] = [
    {
      name: 'Delivery',
      cell: ({ id, supermarketName, branchName, deliveryDate }) => (
        <Stacked below={`#${id} · ${branchName}`} narrow={day(deliveryDate)}>
          {supermarketName}
        </Stacked>
      ),
    },
    { name: 'Delivery date', isSecondary: true, cell: ({ deliveryDate }) => day(deliveryDate) },
    { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { name: 'Value', isNumber: true, cell: ({ totalValue }) => money(totalValue, account.currency) },
  ];
  return (
    <Table
      caption="Deliveries"
      columns={columns}
      rows={deliveries}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/deliveries/${id}`}
    />
  );
}
