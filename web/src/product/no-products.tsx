import { Package } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { Code } from '../kit/code.tsx';
import { curlOf } from '../kit/curl.ts';
import { Empty } from '../kit/empty.tsx';

const EXAMPLE = { name: 'Rye Bread', weight: 0.75, price: 3.49, category: 'bakery' };

/** Explains how to add the first product. */
export function NoProducts({ onCreate }: { onCreate: () => void }) {
  return (
    <Empty icon={Package} title="No products yet">
      <p>Deliveries contain products of your catalogue. Add your first product here, or with the API:</p>
      <Button onClick={onCreate}>Add a product</Button>
      <Code label="example request" text={curlOf('/products', EXAMPLE)} />
    </Empty>
  );
}
