import { describe, expect, it } from 'vitest';
import { createDelivery } from '../../support/records/records.ts';
import { ACCEPT, createLinked, linkOf, READ, submit } from '../../support/records/receipts.ts';
import { createAccount, type TestAccount } from '../../support/service/account.ts';
import { ask, refusalOf } from '../../support/graphql/ask.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();

async function returned(account: TestAccount) {
  const { data } = (await account.call('GET', '/returns')).json;
  return data.map((each: Record<string, unknown>) => [each.product_id, each.quantity, each.reason]);
}

describe('POST /r/TOKEN', () => {
  it('disputes what is missing; the supplier accepts it once', async () => {
    const account = await createAccount(service);
    const { id, bread, milk, url } = await createLinked(account);
    const fields = {
      [`received-${bread}`]: '8',
      [`reason-${bread}`]: 'too_warm',
      [`received-${milk}`]: '0',
      [`reason-${milk}`]: 'other',
      [`other-${milk}`]: 'Van broke down',
      'temperature-chilled': '9,5',
      signature: '[[[0,0],[10,10]]]',
    };
    const response = await submit(url, fields);
    expect([response.status, response.headers.get('Location')]).toEqual([303, new URL(url).pathname]);
    const disputes = [
      { productId: String(bread), received: 8, reason: 'too_warm', status: 'OPEN' },
      { productId: String(milk), received: 0, reason: 'Van broke down', status: 'OPEN' },
    ];
    const receipt = {
      receivedBy: 'Bea',
      by: 'LINK',
      signature: 'M0 0L10 10',
      temperatures: [{ zone: 'CHILLED', celsius: 9.5 }],
    };
    expect((await ask(account, READ, { id })).delivery).toEqual({
      status: 'IN_TRANSIT',
      receipt: { ...receipt, disputes },
    });
    expect(await returned(account)).toEqual([]);
    expect(await (await fetch(url)).text()).toContain('Confirmed by Bea');
    // Sent again, it changes nothing.
    expect((await submit(url, { receivedBy: 'Cy' })).status).toBe(303);

    expect(await refusalOf({ ...account, scopes: ['deliveries:write'] }, ACCEPT, { id })).toMatchObject({
      code: 'insufficient_scope',
    });
    const [first, second] = await Promise.all([ask(account, ACCEPT, { id }), ask(account, ACCEPT, { id })]);
    expect(first).toEqual(second);
    expect(first.acceptReceipt).toEqual({
      status: 'COMPLETED',
      receipt: { ...receipt, disputes: disputes.map((each) => ({ ...each, status: 'ACCEPTED' })) },
    });
    const made = await returned(account);
    expect(made).toHaveLength(2);
    expect(made).toContainEqual([bread, 2, 'too_warm']);
    expect(made).toContainEqual([milk, 10, 'Van broke down']);
  });

  it('completes the delivery if the account says so; the disputes wait, and can be declined', async () => {
    const account = await createAccount(service);
    await account.database.prisma.account.update({
      where: { id: account.id },
      data: { receiptLinkCompletes: true },
    });
    const { id, bread, url } = await createLinked(account);
    await submit(url, { [`received-${bread}`]: '9', [`reason-${bread}`]: 'damaged' });
    expect((await ask(account, READ, { id })).delivery).toMatchObject({
      status: 'COMPLETED',
      receipt: { disputes: [{ received: 9, status: 'OPEN' }] },
    });
    const decline =
      'mutation($id: ID!) { declineDisputes(deliveryId: $id) { receipt { disputes { status } } } }';
    expect(await ask(account, decline, { id })).toEqual({
      declineDisputes: { receipt: { disputes: [{ status: 'DECLINED' }] } },
    });
    await ask(account, ACCEPT, { id });
    expect(await returned(account)).toEqual([]);
  });

  it('refuses what a receipt cannot be, with the reason above the form', async () => {
    const account = await createAccount(service);
    const { id, bread, url } = await createLinked(account);
    const cases: Record<string, string>[] = [
      { receivedBy: ' ' },
      { [`received-${bread}`]: '11' },
      { [`received-${bread}`]: 'ten' },
      { 'received-1': '1' },
      { 'temperature-frozen': '-99' },
      { signature: '[[' },
    ];
    for (const fields of cases) {
      const response = await submit(url, fields);
      expect([fields, response.status]).toEqual([fields, 400]);
      expect(await response.text()).toContain('role="alert"');
    }
    const pending = await createDelivery(account);
    expect((await submit(await linkOf(account, pending.id), {})).status).toBe(400);
    expect((await ask(account, READ, { id })).delivery.receipt).toBeNull();
    expect(await refusalOf(account, ACCEPT, { id })).toMatchObject({ code: 'validation_error' });
  });

  it('happens once when forms and the supplier race', async () => {
    const account = await createAccount(service);
    const { id, bread, url } = await createLinked(account);
    const confirm = `mutation($id: ID!) { confirmReceipt(deliveryId: $id, input: { receivedBy: "Ada" }) { id } }`;
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => submit(url, { [`received-${bread}`]: '1' })),
      ask(account, confirm, { id }),
    ]);
    expect(answers.slice(0, 4).map((each) => (each as Response).status)).toEqual([303, 303, 303, 303]);
    const { delivery } = await ask(account, READ, { id });
    expect(delivery).toMatchObject({ status: 'COMPLETED', receipt: { receivedBy: 'Ada', disputes: [] } });
    expect(await returned(account)).toEqual([]);
  });
});
