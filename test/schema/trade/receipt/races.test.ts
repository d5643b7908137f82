import { expect, it } from 'vitest';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { createLines } from '../../../support/records/receipts.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

it('a receipt counts a return that is written at the same moment', async () => {
  const account = await createAccount(service);
  const delivery = await createLines(account, [10]);
  const input = {
    receivedBy: 'Ada',
    lines: [{ productId: String(delivery.products[0].product_id), received: 6 }],
  };
  const query = `mutation ($id: ID!, $input: ConfirmReceiptInput!) {
    confirmReceipt(deliveryId: $id, input: $input) { products { returnedQuantity } } }`;
  const { json } = await whileLocked(
    service,
    {
      lock: 'UPDATE delivery_items SET returned_quantity = 3 WHERE delivery_id = $1',
      values: [delivery.id],
    },
    () =>
      account.call('POST', '//graphql', { body: { query, variables: { id: String(delivery.id), input } } }),
  );
  expect(json.errors).toBeUndefined();
  expect(json.data.confirmReceipt.products).toEqual([{ returnedQuantity: 4 }]);
});
