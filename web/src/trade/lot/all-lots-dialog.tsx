import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Delivery } from '../delivery/delivery.ts';
import { SetLotsDocument } from '../../generated/operations.ts';
import { MAX_LOTS } from '../../generated/rules.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { useEach } from '../../base/graphql/use-each.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import styles from './all-lots-dialog.module.css';
import { type DraftLot, draftsOf, filledByScan, gtinsOf, inputOf, newLot, sumOf } from './draft-lot.ts';
import { LotFields } from './lot-fields.tsx';
import { isSameGtin, readGs1 } from './read-gs1.ts';

type DeliveryLine = Delivery['products'][number];
type Drafts = Readonly<Record<string, readonly DraftLot[]>>;

interface AllLotsDialogProps {
  delivery: Delivery;
  /** The lines whose products have lots. */
  lines: readonly DeliveryLine[];
  onSaved: () => void;
  onClose: () => void;
}

/**
 * Enters the lots of all lines at once. A scan finds its line by the GTIN; Enter goes from field to field, so
 * that neither needs the mouse.
 */
export default function AllLotsDialog({ delivery, lines, onSaved, onClose }: AllLotsDialogProps) {
  const toast = useToast();
  const [drafts, setDrafts] = useState(() => startOf(lines));
  const [scanned, setScanned] = useState<Scanned>();
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const saved = useRef(new Set<string>());
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = fields;
    current!.addEventListener('keydown', goOn);
    return () => current!.removeEventListener('keydown', goOn);
  }, []);
  const { run, isRunning } = useEach(SetLotsDocument, (line: DeliveryLine) => ({
    deliveryId: delivery.id,
    productId: line.productId,
    lots: inputOf(entered(drafts[line.productId]!)),
    ifMatch: line.version,
  }));
  const change = ({ productId }: DeliveryLine, next: readonly DraftLot[]) =>
    setDrafts((all) => ({ ...all, [productId]: next }));

  const save = async () => {
    const changed = lines.filter(
      (line) => !saved.current.has(line.productId) && isChanged(line, drafts[line.productId]!),
    );
    const outcomes = await run(changed);
    // By their products: the lines are read again after each change.
    const refused = new Map<string, Failure>();
    for (const { item, failure } of outcomes) {
      if (failure) refused.set(item.productId, failure);
      else saved.current.add(item.productId);
    }
    setFailures(refused);
    if (refused.size > 0) return;
    toast(`Lots of ${plural(saved.current.size, 'product')} saved`);
    close();
  };
  const close = () => {
    if (saved.current.size > 0) onSaved();
    onClose();
  };
  const enter = (field: HTMLInputElement) => {
    const result = scan(field.value, lines, drafts);
    if (result.drafts) setDrafts(result.drafts);
    setScanned(result);
    field.value = '';
  };
  return (
    <FormDialog
      title="Lots of all products"
      label="Save lots"
      isBusy={isRunning}
      failure={undefined}
      onSubmit={() => void save()}
      onClose={close}
    >
      <TextField
        name="scan"
        label="Scan"
        autoComplete="off"
        hint="The barcode of a case or pallet with its lot. It is entered at its product."
        onKeyDown={(event) => {
          // Scanners end with either.
          const ends = event.key === 'Enter' || (event.key === 'Tab' && event.currentTarget.value !== '');
          if (!ends) return;
          event.preventDefault();
          enter(event.currentTarget);
        }}
        onBlur={(event) => event.currentTarget.value !== '' && enter(event.currentTarget)}
      />
      {scanned && (
        <Notice tone={scanned.drafts ? 'good' : 'warn'}>
          <span role="status">{scanned.said}</span>
        </Notice>
      )}
      <div ref={fields} className={styles.lines}>
        {lines.map((line, at) => {
          const lots = drafts[line.productId]!;
          const failure = failures.get(line.productId);
          return (
            <fieldset key={line.productId} className={styles.line}>
              <legend>
                {line.name}{' '}
                <span className={styles.sum}>
                  {wholeNumber(sumOf(entered(lots)))} of {wholeNumber(line.quantity)}
                </span>
              </legend>
              {failure && <Notice tone="bad">{failure.message}</Notice>}
              {lots.map((lot, index) => (
                <LotFields
                  key={lot.key}
                  lot={lot}
                  index={index}
                  list={`lines[${at}].lots`}
                  product={line.product}
                  withdrawals={[]}
                  promised={{ deliveryDate: delivery.deliveryDate, minRemainingDays: line.minRemainingDays }}
                  onChange={(next) => {
                    saved.current.delete(line.productId);
                    change(
                      line,
                      lots.map((each) => (each === lot ? next : each)),
                    );
                  }}
                  onRemove={() =>
                    change(
                      line,
                      lots.filter((each) => each !== lot),
                    )
                  }
                />
              ))}
              <Button
                isSmall
                icon={Plus}
                disabled={lots.length >= MAX_LOTS}
                aria-label={`Add lot of ${line.name}`}
                onClick={() => change(line, [...lots, another(line, lots)])}
              >
                Add lot
              </Button>
            </fieldset>
          );
        })}
      </div>
    </FormDialog>
  );
}

/** The result of a scan. */
interface Scanned {
  said: string;
  /** The lots with the scanned one; undefined if it was not entered. */
  drafts?: Drafts;
}

/** Enters a scanned lot at the line of its product. */
function scan(text: string, lines: readonly DeliveryLine[], drafts: Drafts): Scanned {
  const read = readGs1(text);
  if (!read) return { said: 'This is not a GS1 barcode. Type the lot at its product.' };
  if ('problem' in read) return { said: read.problem };
  const { gtin } = read;
  if (gtin === undefined) return { said: 'This barcode names no product. Scan it at its product.' };
  const line = lines.find((each) => isSameGtin(gtin, gtinsOf(each.product)));
  if (!line) return { said: `No product of this delivery has the GTIN ${gtin}.` };
  const lots = drafts[line.productId]!;
  const free = lots.find(isBlank);
  const place = free ?? another(line, lots);
  const filled = filledByScan({ ...place, lot: text }, line.product);
  if (!filled || isBlank(filled)) return { said: filled?.doubt ?? 'This barcode has no lot.' };
  const isThere = lots.some((each) => each.lot === filled.lot && each.date === filled.date);
  if (isThere) return { said: `Lot ${filled.lot} of ${line.name} is entered already.` };
  if (!free && lots.length >= MAX_LOTS) return { said: `${line.name} has ${MAX_LOTS} lots, the maximum.` };
  const next = free ? lots.map((each) => (each === free ? filled : each)) : [...lots, filled];
  const said = `${line.name}: ${filled.lot ? `lot ${filled.lot}` : 'date'} entered.`;
  return { said, drafts: { ...drafts, [line.productId]: next } };
}

/** Goes to the next field with Enter, instead of saving what is half entered. */
function goOn(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const fields = [...target.form!.querySelectorAll<HTMLElement>('input, select')];
  const next = fields[fields.indexOf(target) + 1];
  const save = document.querySelector<HTMLElement>(`button[form="${CSS.escape(target.form!.id)}"]`);
  (next ?? save)?.focus();
}

function startOf(lines: readonly DeliveryLine[]): Drafts {
  return Object.fromEntries(
    lines.map((line) => [
      line.productId,
      line.lots.length > 0 ? draftsOf(line.lots) : [newLot(0, line.quantity)],
    ]),
  );
}

/** Returns a new lot for what is not in one yet. */
function another(line: DeliveryLine, lots: readonly DraftLot[]): DraftLot {
  const key = Math.max(-1, ...lots.map((each) => each.key)) + 1;
  return newLot(key, line.quantity - sumOf(entered(lots)), lots.at(-1));
}

/** Returns the lots that somebody has entered. */
function entered(lots: readonly DraftLot[]): DraftLot[] {
  return lots.filter((lot) => !isBlank(lot));
}

function isBlank({ lot, date }: DraftLot): boolean {
  return lot === '' && date === '';
}

function isChanged(line: DeliveryLine, lots: readonly DraftLot[]): boolean {
  return JSON.stringify(inputOf(entered(lots))) !== JSON.stringify(inputOf(draftsOf(line.lots)));
}
