import { createClient, ProvenderError } from 'provender-client';

const { BASE_URL = 'http://127.0.0.1:3000/api/v1', API_KEY } = process.env;
if (!API_KEY) {
  console.error('Set API_KEY to an API key: the service prints one when it starts for the first time.');
  process.exit(1);
}
const provender = createClient({ baseUrl: BASE_URL, apiKey: API_KEY });

const { data: supermarket } = await provender.createSupermarket({
  body: {
    name: 'Oakfield Stores',
    contact_email: 'buying@oakfield.example',
    branches: [{ name: 'Oakfield West', address: '4 Mill Lane', delivery_window: '06:00-10:00' }],
  },
});
const { data: product } = await provender.createProduct({
  body: { name: 'Rye Bread', weight: 0.75, price: 3.49, category: 'bakery' },
});
const { data: delivery } = await provender.createDelivery({
  body: {
    supermarket_id: supermarket.id,
    subchain_id: supermarket.branches[0]!.id,
    products: [{ product_id: product.id, quantity: 120 }],
    delivery_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  },
});
await provender.moveDelivery({ path: { delivery_id: delivery.id }, body: { status: 'in_transit' } });

// Error responses are thrown; `code` says what was wrong.
try {
  await provender.moveDelivery({ path: { delivery_id: delivery.id }, body: { status: 'cancelled' } });
} catch (error) {
  if (!(error instanceof ProvenderError && error.code === 'invalid_transition')) throw error;
  console.log(`refused: ${error.message}`);
}

for await (const each of provender.each('listDeliveries', { query: { status: 'in_transit' } })) {
  console.log(`${each.delivery_date}  ${each.supermarket_name}, ${each.subchain_name}  ${each.total_value}`);
}
