import { useState } from 'react';
import { Link } from 'wouter';
import { DayOfDeliveriesDocument } from '../../generated/operations.ts';
import { inDaysAt } from '../../base/kit/words/days.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Checkbox } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { day } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { BulkResults } from '../../base/kit/table/results.tsx';
import { useSession } from '../../base/session/session.tsx';
import { DELIVERY } from './delivery-fields.ts';
import type { DeliveryRow } from './delivery-table.tsx';
import { numberInWords } from './numbers.ts';
import { type Duplicate, useDuplicates } from './use-duplicates.ts';

/** The service looks at no more branches at once. */
const MAX_ASKED = 200;
/** How many closed branches are named. */
const MAX_NAMED = 5;

interface DuplicateManyDialogProps {
  deliveries: readonly DeliveryRow[];
  /** Called when the results are closed. */
  onDone: () => void;
  onClose: () => void;
}

/** Duplicates deliveries to another date, and shows what became of each. */
export function DuplicateManyDialog({ deliveries, onDone, onClose }: DuplicateManyDialogProps) {
  const { timeZone } = useSession().account;
  const { run, isRunning, failure } = useDuplicates(deliveries);
  const [results, setResults] = useState<Duplicate[]>();
  const first = inDaysAt(timeZone, 1);
  const [date, setDate] = useState(first);
  const branchIds = [...new Set(deliveries.map(({ branchId }) => branchId))].slice(0, MAX_ASKED);
  const { data } = useData(DayOfDeliveriesDocument, { date, branchIds }, { isPaused: date === '' });
  const closed = data?.closedBranches ?? [];
  if (results) return <DuplicateResults date={date} results={results} onClose={onDone} />;
  const submit = async (values: FormData) =>
    setResults(await run(String(values.get('deliveryDate')), values.has('override')));
  return (
    <FormDialog
      title={`Duplicate ${plural(deliveries.length, 'delivery')}`}
      label="Duplicate"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <p>Creates pending deliveries with the same products and notes, at current prices.</p>
      <DELIVERY.Input
        name="deliveryDate"
        record={{ deliveryDate: first }}
        min={first}
        hint="For all of them. Tomorrow or later"
        onInput={(event) => setDate(event.currentTarget.value)}
      />
      {closed.length > 0 && (
        <Notice tone="warn" title={`Closed on ${day(date)}: ${plural(closed.length, 'branch')}`}>
          {closedInWords(closed, deliveries)}
        </Notice>
      )}
      {(data?.account.refusesClosedDays || data?.account.refusesLateOrders) && (
        <Checkbox name="override" label="Also where the branch is closed or the cut-off has passed" />
      )}
    </FormDialog>
  );
}

/** Returns the first closed branches with their reasons. */
function closedInWords(
  closed: readonly { branchId: string; reason: string | null }[],
  deliveries: readonly DeliveryRow[],
): string {
  const names = new Map(
    deliveries.map(({ branchId, supermarketName, branchName }) => [
      branchId,
      `${supermarketName}, ${branchName}`,
    ]),
  );
  const shown = closed
    .slice(0, MAX_NAMED)
    .map(({ branchId, reason }) => `${names.get(branchId)}${reason === null ? '' : ` (${reason})`}`);
  const more = closed.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; ${more} more` : ''}.`;
}

interface DuplicateResultsProps {
  date: string;
  results: Duplicate[];
  onClose: () => void;
}

function DuplicateResults({ date, results, onClose }: DuplicateResultsProps) {
  const created = results.filter(({ id }) => id !== undefined).length;
  return (
    <BulkResults
      title={`${plural(created, 'delivery')} created`}
      next={{ label: 'View deliveries', href: `/deliveries?dateFrom=${date}&dateTo=${date}` }}
      onClose={onClose}
      results={results
        .filter(({ id, warnings }) => !id || warnings.length > 0)
        .map(({ original, id, reason, warnings }) => ({
          key: original.id,
          name: `${numberInWords(original)} · ${original.branchName}`,
          isDone: id !== undefined,
          outcome: id ? 'Created' : 'Not created',
          reason: id ? (
            <>
              <Link href={`/deliveries/${id}`}>#{id}</Link>
              {warnings.map((warning) => ` · ${warning}`)}
            </>
          ) : (
            reason
          ),
        }))}
    />
  );
}
