import { type ReactNode, useState } from 'react';
import {
  AcceptReceiptDocument,
  DeclineDisputesDocument,
  type ReceiptFactsFragment,
} from '../../generated/operations.ts';
import { AskButton } from '../../base/kit/feedback/ask-button.tsx';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { CopyLinkButton } from './copy-link-button.tsx';
import { DisputeActions } from './dispute-actions.tsx';
import { DisputeBadge } from './dispute-badge.tsx';
import { goodsOf } from './goods-of.ts';
import { isToCheck } from './is-to-check.ts';
import { Proof } from './proof.tsx';
import { QuestionOf, waitsForAnswer } from './question-of.tsx';
import { temperaturesInWords } from './zones.ts';
import { reasonInWords } from '../return/reason-in-words.ts';
import { May, useMay } from '../../base/session/may.tsx';
import type { Delivery } from '../delivery/delivery.ts';
import { SOURCES } from '../delivery/receipt-words.ts';

type Dispute = ReceiptFactsFragment['disputes'][number];

type Fact = [name: string, value: ReactNode];

interface ReceiptCardProps {
  delivery: Delivery;
  receipt: ReceiptFactsFragment;
  onChange: () => void;
}

/** Shows what was received, and settles what the branch disputes. */
export function ReceiptCard({ delivery, receipt, onChange }: ReceiptCardProps) {
  const { receivedAt, receivedBy, by, recordedBy, checkedAt, checkedBy, signature, disputes, photos } =
    receipt;
  const measured = temperaturesInWords(receipt.temperatures);
  return (
    <Card
      title="Receipt"
      actions={
        <May needs="deliveries:write">
          <ReceiptActions delivery={delivery} receipt={receipt} onChange={onChange} />
        </May>
      }
    >
      <Facts
        facts={[
          ['Received by', receivedBy],
          ['Received', <Time key="at" value={receivedAt} isExact />],
          ['Recorded', recordedBy === null ? SOURCES[by] : `${SOURCES[by]}, ${recordedBy}`],
          ...(checkedAt === null
            ? []
            : [['Checked', <Checked key="checked" at={checkedAt} by={checkedBy} />] as Fact]),
          ...(measured === '' ? [] : [['Temperatures', measured] as Fact]),
        ]}
      />
      <Proof signature={signature} photos={photos} />
      {disputes.length > 0 && <Disputes delivery={delivery} disputes={disputes} onChange={onChange} />}
      {disputes.some((each) => each.status === 'OPEN' && waitsForAnswer(each)) && (
        <May needs="deliveries:write">
          <CopyLinkButton deliveryId={delivery.id} />
        </May>
      )}
    </Card>
  );
}

function Checked({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      <Time value={at} isExact />
      {by !== null && `, ${by}`}
    </>
  );
}

/** Shows the decision about a receipt, as long as there is one to make. */
function ReceiptActions({ delivery, receipt, onChange }: ReceiptCardProps) {
  const accept = useAction(AcceptReceiptDocument);
  const decline = useAction(DeclineDisputesDocument);
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const open = receipt.disputes.filter(({ status }) => status === 'OPEN');
  const hasOpen = open.length > 0;
  const missing = open.reduce((sum, each) => sum + asOpen(each, delivery).delivered - each.received, 0);
  const settle = async ({ run }: typeof accept | typeof decline, said: string) => {
    if (!(await run({ deliveryId: delivery.id }))) return false;
    setAsking(false);
    toast(said);
    onChange();
    return true;
  };
  const isOnlyChecked = isToCheck(receipt);
  const [label, said] = isOnlyChecked
    ? ['Checked', 'Receipt checked']
    : ['Accept receipt', 'Receipt accepted'];
  if (!hasOpen && delivery.status !== 'IN_TRANSIT' && !isOnlyChecked) return null;
  return (
    <>
      <FailedNotice failure={isAsking ? undefined : accept.failure} />
      {hasOpen && (
        <AskButton
          name="Decline disputes"
          title={`Decline ${plural(open.length, 'dispute')}?`}
          label="Decline"
          isBusy={decline.isRunning}
          failure={decline.failure}
          onConfirm={() => settle(decline, 'Disputes declined')}
        >
          <p>
            {plural(missing, 'unit')} that the branch did not receive will not be credited. The branch sees
            that you declined.
          </p>
        </AskButton>
      )}
      <Button
        kind="primary"
        isBusy={accept.isRunning}
        onClick={() => (hasOpen ? setAsking(true) : void settle(accept, said))}
      >
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Accept the receipt?"
          label="Accept receipt"
          isBusy={accept.isRunning}
          failure={accept.failure}
          onConfirm={() => void settle(accept, 'Receipt accepted')}
          onClose={() => setAsking(false)}
        >
          <p>
            {plural(missing, 'unit')} that the branch did not receive will be recorded as returned and
            credited.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface DisputesProps {
  delivery: Delivery;
  disputes: readonly Dispute[];
  onChange: () => void;
}

function Disputes({ delivery, disputes, onChange }: DisputesProps) {
  const mayDecide = useMay()('deliveries:write');
  return (
    <Table
      caption="Disputes"
      isStacked
      rows={disputes}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Product',
          cell: (row) => goodsOf(asOpen(row, delivery)),
        },
        {
          name: 'Delivered',
          isNumber: true,
          cell: (row) => wholeNumber(asOpen(row, delivery).delivered),
        },
        { name: 'Received', isNumber: true, cell: ({ received }) => wholeNumber(received) },
        { name: 'Reason', cell: ({ reason }) => reasonInWords(reason) },
        {
          name: 'Status',
          cell: ({ status }) => <DisputeBadge status={status} />,
        },
        ...(disputes.some(({ question }) => question !== null)
          ? [{ name: 'Question', cell: (row: Dispute) => <QuestionOf {...row} /> }]
          : []),
        ...(mayDecide && disputes.some(({ status }) => status === 'OPEN')
          ? [
              {
                name: 'Decision',
                isNameHidden: true,
                cell: (row: Dispute) =>
                  row.status === 'OPEN' && (
                    <DisputeActions
                      deliveryId={delivery.id}
                      dispute={asOpen(row, delivery)}
                      onChange={onChange}
                    />
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** Returns a dispute with the name and quantity of its goods, as lists of receipts have it. */
function asOpen(dispute: Dispute, { products }: Delivery) {
  const line = products.find(({ productId }) => productId === dispute.productId)!;
  return { ...dispute, productName: line.name, delivered: dispute.delivered ?? line.quantity };
}
