import { useState } from 'react';
import { useLocation } from 'wouter';
import { LAST_DATE } from '../generated/rules.ts';
import { CreateDeliveryDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { inDays, inLocalDays } from '../kit/days.ts';
import { TextArea, TextField } from '../kit/field.tsx';
import { Form, FormActions } from '../kit/form.tsx';
import { day } from '../kit/format.ts';
import { Notice } from '../kit/notice.tsx';
import { useToast } from '../kit/toast.tsx';
import type { DraftLine } from './delivery-line.ts';
import { LinesCard } from './lines-card.tsx';
import { type Place, PlaceFields } from './place-fields.tsx';

/** The initial values of a new delivery. */
export interface Draft {
  place: Place;
  lines: DraftLine[];
  notes: string;
  /** The names of archived records that were not copied from the original delivery. */
  leftOut: string[];
}

/** Edits a draft and creates the delivery. */
export function NewDeliveryForm({ draft }: { draft: Draft }) {
  const { run, isRunning, failure } = useAction(CreateDeliveryDocument);
  const [place, setPlace] = useState(draft.place);
  const [lines, setLines] = useState(draft.lines);
  const [, go] = useLocation();
  const toast = useToast();
  const first = inDays(1);

  const submit = async (values: FormData) => {
    const products = lines.map(({ product, quantity }) => ({
      productId: product?.id ?? '',
      quantity: Number(quantity),
    }));
    const deliveryDate = String(values.get('deliveryDate'));
    const notes = String(values.get('notes')) || null;
    const result = await run({ input: { ...place, products, deliveryDate, notes } });
    if (!result) return;
    toast('Delivery created');
    go(`/deliveries/${result.createDelivery.id}`);
  };
  return (
    <Form onSubmit={(values) => void submit(values)} failure={failure}>
      {draft.leftOut.length > 0 && (
        <Notice tone="warn" title="Not copied because archived">
          {draft.leftOut.join(', ')}
        </Notice>
      )}
      <Card title="Destination and date">
        <PlaceFields value={place} onChange={setPlace} />
        <TextField
          name="deliveryDate"
          label="Delivery date"
          type="date"
          min={first}
          max={LAST_DATE}
          required
          defaultValue={first}
          hint={
            first === inLocalDays(1)
              ? 'Tomorrow or later'
              : `${day(first)} or later. Days are counted in UTC.`
          }
        />
        <TextArea name="notes" label="Notes" isOptional defaultValue={draft.notes} />
      </Card>
      <LinesCard lines={lines} onChange={setLines} />
      <FormActions>
        <Button type="submit" kind="primary" isBusy={isRunning}>
          Create delivery
        </Button>
        <ButtonLink href="/deliveries">Cancel</ButtonLink>
      </FormActions>
    </Form>
  );
}
