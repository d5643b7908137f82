import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { StopFactsFragment, StopPageQuery } from '../../generated/operations.ts';
import { MAX_TEXT } from '../../generated/rules.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { FieldRow, Form, FormActions, MoreFields, type Texts } from '../../base/kit/form/form.tsx';
import { NumberField } from '../../base/kit/form/number-field.tsx';
import { numberIn } from '../../base/kit/form/text-in.ts';
import { useDraft } from '../../base/kit/form/use-draft.tsx';
import { CrateFields, cratesIn } from '../container/crate-fields.tsx';
import { ZONES } from '../receipt/zones.ts';
import { differenceIn, LineFields } from './line-fields.tsx';
import { PhotosField } from './photos-field.tsx';
import { SignatureField, type Strokes } from './signature-field.tsx';
import type { KeepChange } from './use-keep-change.ts';

const ZONE_NAMES = Object.keys(ZONES) as (keyof typeof ZONES)[];
const NO_MEDIA = JSON.stringify({ signature: [], photos: [] });

type CrateType = StopPageQuery['containerTypes'][number];

interface ReceiptFormProps {
  stop: StopFactsFragment;
  /** The types of crates that can come back, besides those of the stop. */
  crateTypes: readonly CrateType[];
  keep: KeepChange;
  /** Why the receipt was refused before. */
  refusal: Failure | undefined;
  onKept: () => void;
}

/** Returns the name of the draft of a receipt. */
export function draftOfReceipt(stopId: string): string {
  return `receipt:${stopId}`;
}

/**
 * Confirms at the door what was received; this completes the delivery. It is kept on this phone until it is
 * sent.
 */
export function ReceiptForm({ stop, crateTypes, keep, refusal, onKept }: ReceiptFormProps) {
  const types = typesOf(stop, crateTypes);
  const [signature, setSignature] = useState<Strokes>([]);
  const [isAdding, setAdding] = useState(false);
  const [photos, setPhotos] = useState<readonly string[]>([]);
  const draft = useDraft<Texts>(draftOfReceipt(stop.id), ({ draftOfMedia = NO_MEDIA }) => {
    const drafted: { signature: Strokes; photos: string[] } = JSON.parse(draftOfMedia);
    setSignature(drafted.signature);
    setPhotos(drafted.photos);
  });
  const entered = JSON.stringify({ signature, photos });
  const media = useRef<HTMLInputElement>(null);
  const isBegun = useRef(false);
  useEffect(() => {
    if (entered !== NO_MEDIA) isBegun.current = true;
    // The form keeps a draft of its fields whenever one of them is typed into.
    if (isBegun.current) media.current!.dispatchEvent(new Event('input', { bubbles: true }));
  }, [entered]);

  const submit = async (values: FormData) => {
    const input = {
      receivedBy: String(values.get('receivedBy')),
      lines: stop.lines.flatMap((line) => differenceIn(values, line)),
      temperatures: ZONE_NAMES.flatMap((zone) => {
        const celsius = numberIn(values, zone);
        return celsius === null ? [] : [{ zone, celsius }];
      }),
      containers: cratesIn(values, types),
      ...(signature.length > 0 && {
        signature: signature.map((points) => points.map((point) => [...point])),
      }),
    };
    const texts = [...values].filter(([, value]) => typeof value === 'string');
    const kept = await keep.run({
      kind: 'receipt',
      input,
      photos,
      draft: Object.fromEntries(texts) as Texts,
    });
    if (!kept) return;
    draft.forget();
    onKept();
  };
  return (
    <Card title="Receipt" about="Change a quantity only if less or more arrived">
      <Form onSubmit={(values) => void submit(values)} failure={keep.failure ?? refusal} draft={draft}>
        {stop.lines.map((line) => (
          <LineFields key={line.productId} line={line} drafted={draft.values} />
        ))}
        {types.length > 0 && (
          <MoreFields
            label="Crates"
            isOpen={stop.containers.length > 0 || types.some(({ id }) => draft.values?.[`crates-back-${id}`])}
          >
            {types.map((type) => (
              <CrateFields
                key={type.id}
                type={type}
                entered={stop.containers.find((row) => row.type.id === type.id)}
                isBackOnly
              />
            ))}
          </MoreFields>
        )}
        <MoreFields label="Temperatures" isOpen={ZONE_NAMES.some((zone) => draft.values?.[zone])}>
          <FieldRow>
            {ZONE_NAMES.map((zone) => (
              <NumberField
                key={zone}
                name={zone}
                label={`${ZONES[zone]}, °C`}
                decimals={1}
                min={-60}
                max={60}
                isOptional
              />
            ))}
          </FieldRow>
        </MoreFields>
        <TextField name="receivedBy" label="Received by" required maxLength={MAX_TEXT} autoComplete="off" />
        <input ref={media} type="hidden" name="draftOfMedia" value={entered} />
        <SignatureField strokes={signature} onChange={setSignature} />
        <PhotosField photos={photos} onChange={setPhotos} isAdding={isAdding} onAdding={setAdding} />
        <FormActions isAtThumb>
          <Button type="submit" kind="primary" icon={CircleCheck} isBusy={keep.isRunning || isAdding}>
            Confirm receipt
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}

/** Returns the types of crates to enter: those that the loader entered first. */
function typesOf({ containers }: StopFactsFragment, others: readonly CrateType[]): CrateType[] {
  const own = containers.map(({ type }) => type);
  return [...own, ...others.filter((type) => own.every(({ id }) => id !== type.id))];
}
