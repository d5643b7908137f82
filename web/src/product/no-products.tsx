import { Package } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { Code } from '../kit/code.tsx';
import { curlOf } from '../kit/curl.ts';
import { Empty } from '../kit/empty.tsx';

const EXAMPLE = { name: 'Rye Bread', weight: 0.75, price: 3.49, category: 'bakery' };

/** Teaches how the first product comes about. */
export function NoProducts({ onCreate }: { onCreate: () => void }) {
  return (
    <Empty icon={Package} title="No products yet">
      <p>
        Products are what deliveries are made of. Add the first one here, or send your catalogue with an API
        key.
      </p>
      <Button onClick={onCreate}>Add a product</Button>
      <Code label="the line that creates a product" text={curlOf('/products', EXAMPLE)} />
    </Empty>
  );
}
