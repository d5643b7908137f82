import { describe, expect, it } from 'vitest';
import { createSupermarket, inDays } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Posts a body and returns the fields that `details` lists, the first of which is that of the error. */
async function fieldsAtFault(account: TestAccount, path: string, body: object): Promise<string[]> {
  const { json } = await account.call('POST', path, { body });
  const { details, ...error } = json.error;
  expect(details[0]).toEqual(error);
  return details.map(({ field }: { field: string }) => field);
}

const delivery = (products: object[]) => ({
  supermarket_id: 1,
  subchain_id: 1,
  delivery_date: inDays(2),
  products,
});

describe('details lists every error', () => {
  it('of the longest delivery', async () => {
    const body = delivery(numbers(500).map(() => ({ product_id: 0, quantity: 0 })));
    expect(await fieldsAtFault(await createAccount(service), '/deliveries', body)).toEqual(
      numbers(500).flatMap((index) => [`products[${index}].product_id`, `products[${index}].quantity`]),
    );
  });

  it('of the longest supermarket', async () => {
    const branches = numbers(200).map(() => ({ name: ' ', delivery_window: '8-10' }));
    const body = { name: 'Market', contact_email: 'nobody', branches };
    expect(await fieldsAtFault(await createAccount(service), '/supermarkets', body)).toEqual([
      'contact_email',
      ...numbers(200).flatMap((index) =>
        ['name', 'address', 'delivery_window'].map((field) => `branches[${index}].${field}`),
      ),
    ]);
  });

  it('of products that do not exist', async () => {
    const account = await createAccount(service);
    const { id, branches } = await createSupermarket(account);
    const products = numbers(500).map((index) => ({ product_id: index + 1_000_000, quantity: 1 }));
    const body = { ...delivery(products), supermarket_id: id, subchain_id: branches[0].id };
    expect(await fieldsAtFault(account, '/deliveries', body)).toEqual(
      numbers(500).map((index) => `products[${index}].product_id`),
    );
  });

  it('up to 1,000', async () => {
    const unknown = Object.fromEntries(numbers(1_100).map((index) => [`field${index}`, 1]));
    expect(await fieldsAtFault(await createAccount(service), '/webhooks', unknown)).toHaveLength(1_000);
  });
});
