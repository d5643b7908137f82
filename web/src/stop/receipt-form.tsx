import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ConfirmStopDocument, type StopFactsFragment } from '../generated/operations.ts';
import { MAX_TEXT } from '../generated/rules.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { TextField } from '../kit/field.tsx';
import { FieldRow, Form, FormActions, type Texts } from '../kit/form.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { numberIn } from '../kit/text-in.ts';
import { useToast } from '../kit/toast.tsx';
import { useDraft } from '../kit/use-draft.tsx';
import { LineFields, shortfallIn } from './line-fields.tsx';
import { PhotosField } from './photos-field.tsx';
import { SignatureField, type Strokes } from './signature-field.tsx';

const ZONES = { AMBIENT: 'Ambient', CHILLED: 'Chilled', FROZEN: 'Frozen' };
type Zone = keyof typeof ZONES;
const NO_MEDIA = JSON.stringify({ signature: [], photos: [] });

interface ReceiptFormProps {
  stop: StopFactsFragment;
  onChange: () => void;
}

/** Confirms at the door what was received; this completes the delivery. */
export function ReceiptForm({ stop, onChange }: ReceiptFormProps) {
  const { run, isRunning, failure } = useAction(ConfirmStopDocument);
  const toast = useToast();
  const [signature, setSignature] = useState<Strokes>([]);
  const [isUploading, setUploading] = useState(false);
  const [photos, setPhotos] = useState<readonly string[]>([]);
  const draft = useDraft<Texts>(`receipt:${stop.id}`, ({ draftOfMedia = NO_MEDIA }) => {
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
      lines: stop.lines.flatMap((line) => shortfallIn(values, line)),
      temperatures: (Object.keys(ZONES) as Zone[]).flatMap((zone) => {
        const celsius = numberIn(values, zone);
        return celsius === null ? [] : [{ zone, celsius }];
      }),
      ...(signature.length > 0 && {
        signature: signature.map((points) => points.map((point) => [...point])),
      }),
      photos: [...photos],
    };
    // Someone else may have completed it meanwhile.
    const onFailure = ({ code }: { code: string }) => code === 'invalid_transition' && onChange();
    if (!(await run({ id: stop.id, input }, onFailure))) return;
    draft.forget();
    toast('Receipt confirmed');
    onChange();
  };
  return (
    <Card title="Receipt" about="Change a quantity only if less arrived">
      <Form onSubmit={(values) => void submit(values)} failure={failure} draft={draft}>
        {stop.lines.map((line) => (
          <LineFields key={line.productId} line={line} drafted={draft.values} />
        ))}
        <FieldRow>
          {Object.entries(ZONES).map(([zone, label]) => (
            <NumberField
              key={zone}
              name={zone}
              label={`${label}, °C`}
              decimals={1}
              min={-60}
              max={60}
              isOptional
            />
          ))}
        </FieldRow>
        <TextField name="receivedBy" label="Received by" required maxLength={MAX_TEXT} autoComplete="off" />
        <input ref={media} type="hidden" name="draftOfMedia" value={entered} />
        <SignatureField strokes={signature} onChange={setSignature} />
        <PhotosField
          stopId={stop.id}
          photos={photos}
          onChange={setPhotos}
          isUploading={isUploading}
          onUploading={setUploading}
        />
        <FormActions>
          <Button type="submit" kind="primary" icon={CircleCheck} isBusy={isRunning || isUploading}>
            Confirm receipt
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
