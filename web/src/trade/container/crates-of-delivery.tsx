import { Boxes } from 'lucide-react';
import { useState } from 'react';
import { CratesOfDeliveryDocument, type CratesRowFragment } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { useMay } from '../../base/session/may.tsx';
import type { Delivery } from '../delivery/delivery.ts';
import { CratesDialog } from './crates-dialog.tsx';
import { typesFirst } from './types-first.ts';

const COLUMNS: Column<CratesRowFragment>[] = [
  { name: 'Type', cell: ({ type }) => type.name },
  { name: 'Out', isNumber: true, cell: ({ out }) => wholeNumber(out) },
  { name: 'Back', isNumber: true, cell: ({ back }) => wholeNumber(back) },
];

/** Shows the crates and pallets of a delivery, once the account has types of them. */
export default function CratesOfDelivery({ delivery }: { delivery: Delivery }) {
  const { id, branchId, status } = delivery;
  const loading = useData(CratesOfDeliveryDocument, { id, branchId });
  const [isEditing, setEditing] = useState(false);
  const isAllowed = useMay()('deliveries:write') && status !== 'CANCELLED';
  const { data } = loading;
  const crates = data?.delivery;
  if (!data || !crates || (data.containerTypes.length === 0 && crates.containers.length === 0)) return null;
  return (
    <Card
      title="Crates"
      isFlush={crates.containers.length > 0}
      actions={
        isAllowed && (
          <Button isSmall icon={Boxes} onClick={() => setEditing(true)}>
            Enter crates
          </Button>
        )
      }
    >
      <Loaded of={loading} lines={2}>
        {() =>
          crates.containers.length > 0 ? (
            <Table
              caption="Crates"
              columns={COLUMNS}
              rows={crates.containers}
              keyOf={({ type }) => type.id}
            />
          ) : (
            <p>No crates entered.</p>
          )
        }
      </Loaded>
      {isEditing && (
        <CratesDialog
          delivery={crates}
          types={typesFirst(data, id)}
          onClose={() => setEditing(false)}
          onSaved={loading.reload}
        />
      )}
    </Card>
  );
}
