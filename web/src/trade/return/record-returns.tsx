import { useState } from 'react';
import {
  CreateReturnDocument,
  ReturnableLinesDocument,
  type ReturnableLinesQuery,
} from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { type ItemOutcome, useEach } from '../../base/graphql/use-each.ts';
import type { Choice } from '../../base/kit/form/combobox.tsx';
import { useToday } from '../../base/kit/layout/use-today.ts';
import { FieldRow, type Texts } from '../../base/kit/form/form.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { BulkResults } from '../../base/kit/table/results.tsx';
import { useDraft } from '../../base/kit/form/use-draft.tsx';
import { DateDoubt } from './date-doubt.tsx';
import { LotChoice } from './lot-choice.tsx';
import { reasonOf } from './reason-in-words.ts';
import { ReasonField } from './reason-field.tsx';
import { useSuggestedReasons } from './reason-suggestions.tsx';
import { RETURN } from './return-fields.ts';
import { ReturnableDeliveryChoice } from './returnable-delivery-choice.tsx';
import styles from './record-returns.module.css';

type ReturnableLine = NonNullable<ReturnableLinesQuery['delivery']>['products'][number];

/** A line that came back. */
interface Returned {
  line: ReturnableLine;
  input: {
    deliveryId: string;
    productId: string;
    quantity: number;
    reason: string;
    returnDate: string;
    lot: string | null;
  };
}

const NOTHING: Failure = {
  code: 'validation_error',
  message: 'Enter the quantity of at least one product.',
  field: undefined,
  details: [],
};

/** Records what came back from a delivery, several lines at once, and shows what became of each. */
export default function RecordReturns({ onClose }: { onClose: () => void }) {
  const suggested = useSuggestedReasons();
  const [delivery, setDelivery] = useState<Choice>();
  const [nothing, setNothing] = useState<Failure>();
  const id = delivery?.id ?? '';
  const lines = useData(ReturnableLinesDocument, { id }, { isPaused: id === '' });
  const today = useToday();
  const [returnDate, setReturnDate] = useState(today);
  const draft = useDraft<Texts>('returns', ({ deliveryId = '', returnDate: date = today }) => {
    setReturnDate(date);
    const [, number] = /^#(\d+)/.exec(deliveryId) ?? [];
    if (number) setDelivery({ id: number, label: deliveryId });
  });
  const { run, repeat, isRunning } = useEach(CreateReturnDocument, ({ input }: Returned) => ({ input }));
  const [results, setResults] = useState<ItemOutcome<Returned>[]>();
  if (results) {
    const again = repeat(results);
    return (
      <ReturnResults
        results={results}
        onRepeat={again && (() => void again().then(setResults))}
        isRepeating={isRunning}
        onClose={onClose}
      />
    );
  }

  const submit = async (values: FormData) => {
    const returned = returnableOf(lines.data).flatMap((line): Returned[] => {
      const { quantity, lot, ...own } = RETURN.valuesIn(values, `${line.productId}.`);
      if (!quantity) return [];
      const reason = reasonOf(own.reason.trim() || String(values.get('reason')), suggested);
      return [
        { line, input: { deliveryId: id, productId: line.productId, quantity, reason, returnDate, lot } },
      ];
    });
    if (returned.length === 0) return setNothing({ ...NOTHING });
    setNothing(undefined);
    setResults(await run(returned));
    draft.forget();
  };
  return (
    <FormDialog
      title="Record returns"
      label="Record returns"
      isBusy={isRunning}
      failure={nothing}
      draft={draft}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <ReturnableDeliveryChoice value={delivery} onChange={setDelivery} />
      <FieldRow>
        <ReasonField name="reason" label="Reason" none="Select a reason" required reasons={suggested} />
        <RETURN.Input
          name="returnDate"
          value={returnDate}
          onChange={(event) => setReturnDate(event.target.value)}
        />
      </FieldRow>
      <DateDoubt returnDate={returnDate} inTransitAt={lines.data?.delivery?.inTransitAt ?? null} />
      {id !== '' && (
        <Loaded of={lines} lines={3}>
          {(data) => <Lines lines={returnableOf(data)} reasons={suggested} />}
        </Loaded>
      )}
    </FormDialog>
  );
}

function Lines({ lines, reasons }: { lines: readonly ReturnableLine[]; reasons: readonly string[] }) {
  if (lines.length === 0) return <Notice tone="note">Everything was returned already.</Notice>;
  return lines.map(({ productId, name, quantity, returnedQuantity, lots }) => (
    <fieldset key={productId} className={styles.line}>
      <legend>{name}</legend>
      <FieldRow>
        <RETURN.Input
          name="quantity"
          prefix={`${productId}.`}
          required={false}
          label={`Quantity of ${name}`}
          isLabelHidden
          placeholder="Quantity"
          max={quantity - returnedQuantity}
          hint={`Up to ${wholeNumber(quantity - returnedQuantity)}`}
        />
        <ReasonField
          name={`${productId}.reason`}
          label={`Reason for ${name}`}
          isLabelHidden
          none="Reason as above"
          reasons={reasons}
        />
      </FieldRow>
      <LotChoice name={`${productId}.lot`} lots={lots} />
    </fieldset>
  ));
}

interface ReturnResultsProps {
  results: ItemOutcome<Returned>[];
  onRepeat: (() => void) | undefined;
  isRepeating: boolean;
  onClose: () => void;
}

function ReturnResults({ results, ...dialog }: ReturnResultsProps) {
  const refused = results.filter(({ failure }) => failure);
  return (
    <BulkResults
      title={`${plural(results.length - refused.length, 'return')} recorded`}
      {...dialog}
      results={refused.map(({ item: { line }, failure }) => ({
        key: line.productId,
        name: line.name,
        outcome: 'Not recorded',
        reason: failure!.message,
      }))}
    />
  );
}

/** Returns the lines of which something is left. */
function returnableOf(data: ReturnableLinesQuery | undefined): ReturnableLine[] {
  const lines = data?.delivery?.products ?? [];
  return lines.filter(({ quantity, returnedQuantity }) => returnedQuantity < quantity);
}
