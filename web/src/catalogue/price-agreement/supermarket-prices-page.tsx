import { FileUp, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import {
  type AgreementFragment,
  ProductsToPriceDocument,
  RemovePriceAgreementDocument,
  SupermarketNameDocument,
} from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { FailureNotice } from '../../base/kit/feedback/failure-notice.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { FilterBar, useFilters } from '../../base/kit/table/filters.tsx';
import { Pager, usePageArguments } from '../../base/kit/table/pager.tsx';
import { SearchInput } from '../../base/kit/table/search-input.tsx';
import { inDaysAt } from '../../base/kit/words/days.ts';
import { day } from '../../base/kit/words/format.ts';
import { May } from '../../base/session/may.tsx';
import { useSession } from '../../base/session/session.tsx';
import { AgreementGrid, type PricedProduct } from './agreement-grid.tsx';
import { heldFrom } from './agreement-rows.ts';
import { NewPricesForm } from './new-prices-form.tsx';
import { useAgreements } from './use-agreements.ts';
import { useNewPrices } from './use-new-prices.ts';

const PER_PAGE = 20;

/** Shows the prices that are agreed with a supermarket beside the list prices, and takes new ones. */
export default function SupermarketPricesPage() {
  const { id = '' } = useParams();
  const { timeZone } = useSession().account;
  const today = inDaysAt(timeZone, 0);
  const supermarket = useData(SupermarketNameDocument, { id });
  const filters = useFilters('words');
  const products = useData(ProductsToPriceDocument, {
    ...usePageArguments(PER_PAGE),
    filter: { ...filters.values, archived: false },
  });
  const [round, setRound] = useState(0);
  const listed = products.data?.products.nodes ?? [];
  const found = useAgreements({
    supermarketId: id,
    productIds: listed.map((product) => product.id),
    round,
  });
  const agreementsOf = (productId: string) =>
    heldFrom(
      found.agreements.filter(({ product }) => product.id === productId),
      today,
    );
  const prices = useNewPrices(id, agreementsOf, () => setRound(round + 1));
  const [removed, setRemoved] = useState<{ product: PricedProduct; agreement: AgreementFragment }>();
  if (supermarket.data?.supermarket === null) return <NotFound what="This supermarket" />;
  const name = supermarket.data?.supermarket?.name;
  return (
    <Page
      title={name === undefined ? 'Prices' : `Prices of ${name}`}
      about="Prices agreed for a period. New deliveries get the price of their date; existing ones keep theirs."
      back={{ href: `/supermarkets/${id}`, label: name ?? 'Supermarket' }}
      actions={
        <>
          <DownloadCsv list="prices" within={{ supermarketId: id }} />
          <May needs="products:write">
            <ButtonLink icon={FileUp} href="/imports?kind=prices">
              Import
            </ButtonLink>
          </May>
        </>
      }
    >
      <FilterBar filters={filters}>
        <SearchInput filters={filters} placeholder="Name or number" />
      </FilterBar>
      <NewPricesForm prices={prices} today={today}>
        <Card isFlush>
          {found.failure && <FailureNotice failure={found.failure} retry={() => setRound(round + 1)} />}
          <Loaded of={products} lines={10}>
            {({ products }) =>
              products.nodes.length > 0 ? (
                <>
                  <AgreementGrid
                    products={products.nodes}
                    agreementsOf={agreementsOf}
                    today={today}
                    typed={prices.texts}
                    onTyped={prices.type}
                    onPasted={(rows, index) => prices.paste(rows, products.nodes, index)}
                    onRemove={(product, agreement) => setRemoved({ product, agreement })}
                  />
                  <Pager of={products} noun="product" size={PER_PAGE} />
                </>
              ) : (
                <Empty
                  icon={SearchX}
                  title={filters.isEmpty ? 'No products yet' : 'No products match these filters'}
                >
                  {filters.isEmpty ? (
                    <ButtonLink href="/products">View products</ButtonLink>
                  ) : (
                    <Button onClick={filters.clear}>Clear filters</Button>
                  )}
                </Empty>
              )
            }
          </Loaded>
        </Card>
      </NewPricesForm>
      {removed && (
        <RemoveDialog
          supermarketId={id}
          {...removed}
          onRemoved={() => setRound(round + 1)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Page>
  );
}

interface RemoveDialogProps {
  supermarketId: string;
  product: PricedProduct;
  agreement: AgreementFragment;
  onRemoved: () => void;
  onClose: () => void;
}

function RemoveDialog({ supermarketId, product, agreement, onRemoved, onClose }: RemoveDialogProps) {
  const { run, isRunning, failure } = useAction(RemovePriceAgreementDocument);
  const toast = useToast();
  const remove = async () => {
    const row = { productId: product.id, validFrom: agreement.validFrom, price: null };
    if (!(await run({ supermarketId, rows: [row] }))) return;
    toast('Agreed price removed');
    onRemoved();
    onClose();
  };
  return (
    <ConfirmDialog
      title="Remove this agreed price?"
      label="Remove price"
      isBusy={isRunning}
      failure={failure}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        From {day(agreement.validFrom)}, new deliveries of {product.name} get the list price. Existing
        deliveries keep theirs.
      </p>
    </ConfirmDialog>
  );
}
