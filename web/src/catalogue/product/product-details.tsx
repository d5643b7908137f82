import type { ProductPageQuery } from '../../generated/operations.ts';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { Pager } from '../../base/kit/table/pager.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import type { WithTables } from '../../base/list/record-tables.ts';
import { useSession } from '../../base/session/session.tsx';
import { PriceHistory } from './price-history.tsx';
import { PRODUCT } from './product-fields.tsx';

type Product = NonNullable<ProductPageQuery['product']>;

/** Shows the details of a product, its deliveries and its returns. */
export function ProductDetails({ product, tables }: { product: Product } & WithTables) {
  const { currency } = useSession().account;
  const { deliveries, returns } = product;
  return (
    <>
      <Card title="Details">
        <Facts
          facts={[
            ...PRODUCT.factsOf(product, currency),
            ['Created', <Time key="created" value={product.createdAt} isExact />],
            ['Updated', <Time key="updated" value={product.updatedAt} isExact />],
          ]}
        />
      </Card>
      <PriceHistory product={product} />
      <Card
        title="Deliveries"
        about="Deliveries that include this product, newest first."
        isFlush={deliveries.nodes.length > 0}
      >
        {deliveries.nodes.length > 0 ? (
          <>
            <tables.Deliveries deliveries={deliveries.nodes} />
            <Pager of={deliveries} noun="delivery" />
          </>
        ) : (
          <p>No deliveries include this product yet.</p>
        )}
      </Card>
      {returns.totalCount > 0 && (
        <Card
          title="Returns"
          about={
            returns.totalCount > returns.nodes.length
              ? `Latest ${returns.nodes.length} of ${returns.totalCount}`
              : undefined
          }
          isFlush
        >
          <tables.Returns returns={returns.nodes} />
        </Card>
      )}
    </>
  );
}
