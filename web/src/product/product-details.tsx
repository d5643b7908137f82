import { DeliveryTable } from '../delivery/delivery-table.tsx';
import type { ProductPageQuery } from '../generated/operations.ts';
import { Card, Facts } from '../kit/card.tsx';
import { Pager } from '../kit/pager.tsx';
import { Time } from '../kit/time.tsx';
import { ReturnTable } from '../return/return-table.tsx';
import { useSession } from '../session/session.tsx';
import { PriceHistory } from './price-history.tsx';
import { PRODUCT } from './product-fields.tsx';

type Product = NonNullable<ProductPageQuery['product']>;

/** Shows the details of a product, its deliveries and its returns. */
export function ProductDetails({ product }: { product: Product }) {
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
            <DeliveryTable deliveries={deliveries.nodes} />
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
          <ReturnTable returns={returns.nodes} />
        </Card>
      )}
    </>
  );
}
