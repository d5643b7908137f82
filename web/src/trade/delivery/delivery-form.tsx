import { type ReactNode, useMemo, useState } from 'react';
import { useAgreements } from '../../catalogue/price-agreement/use-agreements.ts';
import { DayNotice } from '../../catalogue/closed-day/day-notice.tsx';
import type { DeliveryFormFragment } from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { inDaysAt, inLocalDays } from '../../base/kit/words/days.ts';
import { Form, FormActions } from '../../base/kit/form/form.tsx';
import { day } from '../../base/kit/words/format.ts';
import { readNumber } from '../../base/kit/form/read-number.ts';
import { useSession } from '../../base/session/session.tsx';
import { DELIVERY, DELIVERY_TEXTS } from './delivery-fields.ts';
import { type DraftLine, isUnused } from './delivery-line.ts';
import { enteredPrices, KeptPrice } from './kept-price.tsx';
import { LinesCard } from './lines-card.tsx';
import { type Destination, PlaceFields } from './place-fields.tsx';
import { useTyped } from './use-typed.ts';

/** The initial values of the form. */
export interface Draft extends Partial<DeliveryFormFragment> {
  place: Destination;
  lines: DraftLine[];
}

/** The values that were entered, as GraphQL takes them. */
export interface Entered extends DeliveryFormFragment {
  place: Destination;
  products: { productId: string; quantity: number }[];
  /** The prices that were entered for lines of a new version. */
  prices: { productId: string; unitPrice: number }[];
}

interface DeliveryFormProps {
  draft: Draft;
  /** The content above the fields. */
  children?: ReactNode;
  /** A dialog beside the form. */
  after?: ReactNode;
  /** Whether the delivery is a new version, which stays with its supermarket and keeps prices. */
  isChange?: boolean;
  label: string;
  cancelHref: string;
  isRunning: boolean;
  failure: Failure | undefined;
  /** The label of a second button, after which the form begins anew. */
  labelOfAnother?: string;
  /** Returns what a delivery date causes, to be shown below it. */
  aboutDate?: (date: string) => ReactNode;
  /** Called with what is entered so far, whenever it changes. */
  onTyped?: (draft: Draft) => void;
  onSubmit: (entered: Entered, isAnother: boolean, lines: readonly DraftLine[]) => void;
}

/** Edits destination, date, notes and products of a delivery. */
export function DeliveryForm(props: DeliveryFormProps) {
  const {
    draft,
    children,
    after,
    isChange = false,
    label,
    cancelHref,
    isRunning,
    failure,
    labelOfAnother,
    aboutDate,
    onTyped,
    onSubmit,
  } = props;
  const [place, setPlace] = useState(draft.place);
  const [lines, setLines] = useState(draft.lines);
  const kept = useMemo(() => ({ place, lines }), [place, lines]);
  const texts = useTyped<Draft>(
    draft,
    kept,
    (texts) => DELIVERY.valuesIn(new Map(Object.entries(texts))),
    onTyped,
  );
  const { timeZone } = useSession().account;
  const first = inDaysAt(timeZone, 1);
  const date = draft.deliveryDate || first;
  const [chosen, setChosen] = useState(date);

  const found = useAgreements({
    supermarketId: place.supermarketId,
    productIds: [...new Set(lines.flatMap(({ product }) => product?.id ?? []))],
    on: chosen,
  });
  const agreements = new Map(found.agreements.map((each) => [each.product.id, each]));
  const agreed = new Map(found.agreements.map(({ product, price }) => [product.id, price]));

  const submit = (values: FormData) => {
    const used = lines.filter((line) => !isUnused(line));
    onSubmit(
      {
        ...DELIVERY.valuesIn(values),
        place,
        products: used.map(({ product, quantity }) => ({
          productId: product?.id ?? '',
          quantity: readNumber(quantity)!,
        })),
        prices: enteredPrices(used),
      },
      values.has('another'),
      used,
    );
  };
  return (
    <Form onSubmit={submit} failure={failure} onTyped={texts}>
      {children}
      <Card title="Destination and date">
        <PlaceFields
          value={place}
          onChange={setPlace}
          present={isChange ? draft.place.branchId : undefined}
          onEntered={() => document.querySelector<HTMLElement>('[name="products[0].productId"]')?.focus()}
        />
        <DELIVERY.Input
          name="deliveryDate"
          record={{ deliveryDate: date }}
          // A date that is due by now can stay.
          min={date < first ? date : first}
          hint={
            first === inLocalDays(1)
              ? `Tomorrow or later.${isChange ? '' : ' For today, change a delivery that is still pending.'}`
              : `${day(first)} or later. Days are counted in ${timeZone}.`
          }
          onInput={(event) => setChosen(event.currentTarget.value)}
        />
        <DayNotice branchId={place.branchId} date={chosen} />
        {aboutDate?.(chosen)}
      </Card>
      <LinesCard
        lines={lines}
        onChange={setLines}
        agreed={agreed}
        isChange={isChange}
        {...(isChange && {
          more: (line, index, change) => (
            <KeptPrice
              line={line}
              index={index}
              agreement={agreements.get(line.product?.id ?? '')}
              onChange={change}
            />
          ),
        })}
      />
      <Card title="More details">
        <DELIVERY_TEXTS.Inputs record={draft} />
      </Card>
      <FormActions>
        <Button type="submit" kind="primary" isBusy={isRunning}>
          {label}
        </Button>
        {labelOfAnother && (
          <Button
            type="submit"
            name="another"
            value="1"
            data-quick
            aria-keyshortcuts="Control+Enter Meta+Enter"
            isBusy={isRunning}
          >
            {labelOfAnother}
          </Button>
        )}
        <ButtonLink href={cancelHref}>Cancel</ButtonLink>
      </FormActions>
      {after}
    </Form>
  );
}
