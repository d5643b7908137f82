import { Link } from 'wouter';
import { ArchivedBadge } from '../archive/archived-badge.tsx';
import type { WithTables } from '../../base/list/record-tables.ts';
import { type PricedProductFragment, ProductPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import type { PanelProps } from '../../base/list/beside.tsx';
import { PanelActions, RecordPanel } from '../../base/list/record-panel.tsx';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { useSession } from '../../base/session/session.tsx';
import { LatestPrices } from './price-history.tsx';
import { PRODUCT } from './product-fields.tsx';

/** The page of the product has all of them. */
const MAX_DELIVERIES = 5;
const MAX_PRICES = 3;

type ProductPanelProps = PanelProps & WithTables & Pick<RowMenu<PricedProductFragment>, 'actionsOf'>;

/** Shows a product beside the list. */
export default function ProductPanel({ id, version, actionsOf, tables, ...panel }: ProductPanelProps) {
  const found = useData(ProductPageDocument, { id, first: MAX_DELIVERIES }, { version });
  const { currency } = useSession().account;
  return (
    <RecordPanel
      {...panel}
      noun="product"
      name={found.data?.product?.name ?? 'Product'}
      href={`/products/${id}`}
      of={found}
      found={found.data?.product}
      badge={(shown) => <ArchivedBadge of={shown} />}
      actions={(shown) => <PanelActions actions={actionsOf(shown)} />}
    >
      {(shown) => (
        <>
          <Card title="Details">
            <Facts facts={[['Number', shown.sequentialId], ...PRODUCT.factsOf(shown, currency)]} />
          </Card>
          <LatestPrices product={shown} max={MAX_PRICES} />
          {shown.deliveries.nodes.length > 0 && (
            <Card title="Latest deliveries" isFlush>
              <tables.Deliveries deliveries={shown.deliveries.nodes} isBeside />
            </Card>
          )}
          {shown.returns.totalCount > 0 && (
            <Card title="Returns">
              <p>
                <Link href={`/returns?productId=${id}`}>{plural(shown.returns.totalCount, 'return')}</Link>
              </p>
            </Card>
          )}
        </>
      )}
    </RecordPanel>
  );
}
