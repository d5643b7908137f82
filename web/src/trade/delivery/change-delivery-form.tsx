import { useState } from 'react';
import { useClient } from 'urql';
import { useLocation } from 'wouter';
import { isRefusedDay, OverrideDialog } from '../../catalogue/closed-day/override-dialog.tsx';
import {
  DeliveryToChangeDocument,
  NewestVersionDocument,
  ReviseDeliveryDocument,
  type ReviseDeliveryInput,
} from '../../generated/operations.ts';
import { type Failure, failureOf } from '../../base/graphql/failure.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useDraft } from '../../base/kit/form/use-draft.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { continued } from './continued.ts';
import { DeliveryForm, type Draft, type Entered } from './delivery-form.tsx';
import type { DraftLine } from './delivery-line.ts';
import { changesOfDraft, rebased } from './rebase.ts';
import { labelOf } from './status.tsx';
import { draftOf, type ToChange } from './to-change.ts';

interface Changing {
  /** The delivery as the person saw it last. */
  delivery: ToChange;
  /** The values that the form begins with. */
  draft: Draft;
  /** The changes that were entered in the form of an earlier version. */
  changes?: ReviseDeliveryInput;
  /** How often the form began anew. */
  round: number;
}

/**
 * Edits a pending delivery and creates its next version. If somebody else changed the delivery meanwhile, the
 * form goes on with the newer version and with what was entered.
 */
export function ChangeDeliveryForm({ first }: { first: ToChange }) {
  const { run, isRunning, failure, reset } = useAction(ReviseDeliveryDocument);
  // The data of the page can be read again at any time, but the form keeps what it began with.
  const [{ delivery, draft, changes, round }, setChanging] = useState<Changing>(() => ({
    delivery: first,
    draft: draftOf(first),
    round: 0,
  }));
  const drafted = useDraft<Draft>(`delivery:${delivery.id}:${delivery.version}`, (typed) =>
    setChanging((changing) => ({ ...changing, draft: continued(typed), round: changing.round + 1 })),
  );
  const [problem, setProblem] = useState<Failure>();
  const [refused, setRefused] = useState<{ entered: Entered; lines: readonly DraftLine[] }>();
  const client = useClient();
  const [, go] = useLocation();
  const toast = useToast();

  /** Returns the current version of the delivery. */
  const readLatest = async (): Promise<ToChange | Failure> => {
    const newest = await client
      .query(
        NewestVersionDocument,
        { firstVersionId: delivery.firstVersion?.id ?? delivery.id },
        { requestPolicy: 'network-only' },
      )
      .toPromise();
    if (newest.error) return failureOf(newest.error);
    const { id } = newest.data!.deliveries.nodes[0]!;
    const { data, error } = await client
      .query(DeliveryToChangeDocument, { id }, { requestPolicy: 'network-only' })
      .toPromise();
    return error ? failureOf(error) : data!.delivery!;
  };
  const goOn = async (changes: ReviseDeliveryInput, lines: readonly DraftLine[]) => {
    const latest = await readLatest();
    reset();
    if ('message' in latest) return setProblem(latest);
    if (latest.status !== 'PENDING') return setProblem(notPending(latest));
    const newer = draftOf(latest);
    drafted.forget();
    setChanging({
      delivery: latest,
      draft: rebased(draftOf(delivery), newer, changes, lines),
      changes,
      round: round + 1,
    });
    if (latest.id !== delivery.id) go(`/deliveries/${latest.id}/change`, { replace: true });
  };
  const submit = async (entered: Entered, lines: readonly DraftLine[], override = false) => {
    setProblem(undefined);
    setRefused(undefined);
    const { id, version } = delivery;
    const input = changesOfDraft(draftOf(delivery), entered);
    if (Object.keys(input).length === 0) {
      drafted.forget();
      return go(`/deliveries/${id}`);
    }
    let stale: Promise<void> | undefined;
    const result = await run({ id, input, ifMatch: version, override }, (failure) => {
      if (failure.field === 'ifMatch') stale = goOn(input, lines);
      if (isRefusedDay(failure)) setRefused({ entered, lines });
    });
    if (!result) return stale;
    drafted.forget();
    toast('Delivery changed');
    go(`/deliveries/${result.reviseDelivery.id}`);
  };
  return (
    <DeliveryForm
      key={round}
      draft={draft}
      isChange
      label="Save changes"
      cancelHref={`/deliveries/${delivery.id}`}
      isRunning={isRunning}
      aboutDate={(date) =>
        delivery.tour &&
        date !== delivery.deliveryDate && (
          <Notice
            tone="warn"
            title={`On another day, this delivery leaves the tour “${delivery.tour.name}”`}
          />
        )
      }
      onTyped={drafted.save}
      failure={problem ?? (failure?.field === 'ifMatch' ? undefined : failure)}
      onSubmit={(entered, _isAnother, lines) => void submit(entered, lines)}
      after={
        refused &&
        isRefusedDay(failure) && (
          <OverrideDialog
            refusal={failure}
            label="Save anyway"
            isBusy={isRunning}
            onConfirm={() => void submit(refused.entered, refused.lines, true)}
            onClose={() => setRefused(undefined)}
          />
        )
      }
    >
      {drafted.offer}
      {changes && <ChangedMeanwhile delivery={delivery} draft={draft} changes={changes} />}
      <Notice tone="note" title="The delivery gets a new number">
        The old version is cancelled and stays in the history. Webhooks receive delivery.cancelled and
        delivery.created.
      </Notice>
    </DeliveryForm>
  );
}

function notPending({ id, status }: ToChange): Failure {
  const message = `Somebody changed this delivery meanwhile: #${id} is ${labelOf(status).toLowerCase()}, and only a pending delivery can be changed.`;
  return { code: 'invalid_transition', message, field: undefined, details: [] };
}
