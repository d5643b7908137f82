import type { ReactNode } from 'react';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { FieldRow, Form, FormActions } from '../../base/kit/form/form.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { useMay } from '../../base/session/may.tsx';
import type { NewPrices } from './use-new-prices.ts';

interface NewPricesFormProps {
  prices: NewPrices;
  today: string;
  /** The grid with the prices. */
  children: ReactNode;
}

/** Takes the days for which new prices hold, around the grid in which they are typed. */
export function NewPricesForm({ prices, today, children }: NewPricesFormProps) {
  const isAllowed = useMay()('products:write');
  if (!isAllowed) return children;
  const count = prices.texts.size;
  return (
    <Form onSubmit={(values) => void prices.save(values)} failure={prices.failure}>
      <Card title="New price from …" about="The price that holds on that day ends the day before.">
        <FieldRow>
          <TextField name="from" label="From" type="date" required defaultValue={today} />
          <TextField name="to" label="To" type="date" isOptional hint="Empty until it is changed" />
        </FieldRow>
      </Card>
      {children}
      {prices.said && <Notice tone="note">{prices.said}</Notice>}
      {prices.question}
      <FormActions>
        <Button type="submit" kind="primary" isBusy={prices.isSaving} disabled={count === 0}>
          {count === 0 ? 'Save prices' : `Save ${plural(count, 'price')}`}
        </Button>
      </FormActions>
    </Form>
  );
}
