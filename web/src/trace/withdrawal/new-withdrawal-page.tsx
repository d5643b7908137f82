import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import {
  CreateWithdrawalDocument,
  type ProductRowFragment,
  TracedProductDocument,
} from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Choice } from '../../base/kit/form/choice.tsx';
import { TextArea } from '../../base/kit/form/field.tsx';
import { Awaited, Form, FormActions, type Texts } from '../../base/kit/form/form.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useDraft } from '../../base/kit/form/use-draft.tsx';
import { useSettled } from '../../base/kit/feedback/use-settled.ts';
import { ProductChoice } from '../../trade/lot/product-choice.tsx';
import { type DraftGoods, goodsOf, previewedOf, problemsOf, unseenIn } from './draft-withdrawal.ts';
import { GoodsFields } from './goods-fields.tsx';
import { Preview, type Whereabouts } from './preview.tsx';
import { StartDialog } from './start-dialog.tsx';
import { goodsInWords, type Kind, KINDS } from './withdrawal-kind.tsx';

const KIND_OPTIONS = Object.entries(KINDS).map(([kind, [label]]) => [kind as Kind, label] as const);
const NOWHERE = 'No delivery has these goods';
const NOT_READ = 'The deliveries with these goods could not be looked up';

/** Starts a withdrawal, a recall or a test; a trace can fill in what is withdrawn. */
export default function NewWithdrawalPage() {
  const [search] = useSearchParams();
  const { run, isRunning, failure } = useAction(CreateWithdrawalDocument);
  const [, go] = useLocation();
  const toast = useToast();
  const [kind, setKind] = useState<Kind>();
  const [chosen, setChosen] = useState<ProductRowFragment>();
  const [goods, setGoods] = useState<DraftGoods>(() => goodsIn(search));
  const given = search.get('productId') ?? '';
  const known = useData(TracedProductDocument, { id: given }, { isPaused: given === '' });
  const product = chosen ?? known.data?.product ?? undefined;
  const wanted = product ? previewedOf(product.id, goods) : [];
  const previewed = useSettled(wanted, 400);
  // The product is selected again, because a draft has only its name.
  const draft = useDraft<Texts>('withdrawal', (values) => {
    const { kind, by = 'lots', lots = '', bestBeforeFrom = '', bestBeforeTo = '' } = values;
    setKind(kind as Kind | undefined);
    setGoods({ by: by as DraftGoods['by'], lots, bestBeforeFrom, bestBeforeTo });
  });

  const [found, setFound] = useState<Record<string, Whereabouts | null>>({});
  const [asked, setAsked] = useState<FormData>();
  const problems = problemsOf(goods);
  const names = JSON.stringify(previewed);
  const results = previewed.map((each) => found[JSON.stringify(each)]);
  // Until all are looked up, nobody knows whether the lot is mistyped.
  const isAwaited = JSON.stringify(wanted) !== names || results.includes(undefined);
  const isNowhere = results.length > 0 && results.every((each) => !each?.isFound);
  const unseen = previewed.length > 0 ? unseenIn(goods) : 0;

  const start = async (values: FormData) => {
    const result = await run({
      input: {
        kind: kind!,
        productId: product!.id,
        ...goodsOf(goods),
        reason: String(values.get('reason')),
        instruction: String(values.get('instruction')),
      },
    });
    if (!result) return setAsked(undefined);
    draft.forget();
    toast(`${KINDS[kind!][0]} started`);
    go(`/withdrawals/${result.createWithdrawal.id}`);
  };
  const submit = (values: FormData) => {
    // A barcode that cannot be read is no lot.
    if (problems.length > 0) return;
    // A test does no harm, unless its lot is mistyped.
    if (kind === 'TEST' && !isNowhere) void start(values);
    else setAsked(values);
  };
  return (
    <Page title="New withdrawal" back={{ href: '/withdrawals', label: 'Withdrawals' }}>
      <Form onSubmit={submit} failure={failure} draft={draft}>
        <Card title="What comes back">
          <Choice name="kind" label="Kind" value={kind} options={KIND_OPTIONS} onChange={setKind} isField />
          {kind && <p>{KINDS[kind][1]}</p>}
          <ProductChoice name="productId" label="Product" value={product} onChange={setChosen} />
          <GoodsFields goods={goods} onChange={setGoods} />
          {problems.map((problem) => (
            <Notice key={problem} tone="bad">
              {problem}
            </Notice>
          ))}
        </Card>
        <Card title="What branches are told">
          <TextArea name="reason" label="Reason" required hint="For example, glass may be in the product" />
          <TextArea
            name="instruction"
            label="Instruction"
            required
            hint="For example, take it from the shelves and hold it for collection"
          />
        </Card>
        {previewed.length > 0 && (
          <Card title="Notices" about="Nothing is sent: you call or write to the branches.">
            {previewed.map((each) => (
              <Preview
                key={JSON.stringify(each)}
                of={each}
                lots={goodsOf(goods).lots ?? []}
                onRead={(where) => setFound((found) => ({ ...found, [JSON.stringify(each)]: where }))}
              />
            ))}
            {unseen > 0 && <p>{plural(unseen, 'more lot')} not previewed; their branches get notices too.</p>}
          </Card>
        )}
        {asked && kind && (
          <StartDialog
            kind={kind}
            goods={`${product?.name}: ${goodsInWords({ lots: [], ...goodsOf(goods) })}`}
            branches={new Set(results.flatMap((each) => each?.branches ?? [])).size}
            unseen={unseen}
            problem={isNowhere ? (results.includes(null) ? NOT_READ : NOWHERE) : undefined}
            isBusy={isRunning}
            onConfirm={() => void start(asked)}
            onClose={() => setAsked(undefined)}
          />
        )}
        <Awaited isAwaited={isAwaited} />
        <FormActions>
          <Button type="submit" kind="primary" isBusy={isRunning}>
            Start{kind && ` ${KINDS[kind][0].toLowerCase()}`}
          </Button>
          <ButtonLink href="/withdrawals">Cancel</ButtonLink>
        </FormActions>
      </Form>
    </Page>
  );
}

/** Returns what a trace fills in. */
function goodsIn(search: URLSearchParams): DraftGoods {
  const [bestBeforeFrom, bestBeforeTo] = ['bestBeforeFrom', 'bestBeforeTo'].map(
    (name) => search.get(name) ?? '',
  );
  const isByDates = Boolean(bestBeforeFrom || bestBeforeTo);
  return {
    by: isByDates ? 'dates' : 'lots',
    lots: search.get('lot') ?? '',
    bestBeforeFrom: bestBeforeFrom!,
    bestBeforeTo: bestBeforeTo!,
  };
}
