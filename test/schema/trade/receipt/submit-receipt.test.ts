import { describe, expect, it } from 'vitest';
import { createDelivery } from '../../../support/records/records.ts';
import {
  ACCEPT,
  createLinked,
  createLots,
  linkOf,
  lotsOf,
  READ,
  submit,
} from '../../../support/records/receipts.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

async function returned(account: TestAccount) {
  const { data } = (await account.call('GET', '/returns')).json;
  return data.map((each: Record<string, unknown>) => [each.product_id, each.quantity, each.reason]);
}

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const about = (minutes: number) => expect.closeTo(minutes, 0);

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
      { productId: String(bread), received: 8, reason: 'too_warm' },
      { productId: String(milk), received: 0, reason: 'Van broke down' },
    ].map((each) => ({ ...each, lot: null, delivered: null, status: 'OPEN' }));
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

  it('takes more than was delivered only if the branch confirms the number', async () => {
    const account = await createAccount(service);
    for (const confirmed of ['11', 'yes']) {
      const { id, bread, milk, url } = await createLinked(account);
      const said = { [`received-${bread}`]: '11', [`received-${milk}`]: '9' };
      for (const fields of [said, { ...said, [`confirmed-${bread}`]: '12' }]) {
        const refused = await submit(url, fields);
        expect(refused.status).toBe(400);
        expect(await refused.text()).toContain('data-problem="exceeds_delivered"');
      }
      expect((await ask(account, READ, { id })).delivery.receipt).toBeNull();
      expect((await submit(url, { ...said, [`confirmed-${bread}`]: confirmed })).status).toBe(303);
      expect((await ask(account, READ, { id })).delivery.receipt.disputes).toMatchObject([
        { productId: String(milk), received: 9 },
      ]);
    }
  });

  it('happens once when forms and the supplier race', async () => {
    const account = await createAccount(service);
    const { id, bread, url } = await createLinked(account);
    const confirm = `mutation($id: ID!) { confirmReceipt(deliveryId: $id, input: { receivedBy: "Ada" }) { id } }`;
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => submit(url, { [`received-${bread}`]: '1' })),
      ask(account, confirm, { id }),
    ]);
    // Those that come after the supplier say less than it recorded.
    for (const each of answers.slice(0, 4)) expect([303, 400]).toContain((each as Response).status);
    const { delivery } = await ask(account, READ, { id });
    expect(delivery).toMatchObject({ status: 'COMPLETED', receipt: { receivedBy: 'Ada', disputes: [] } });
    expect(await returned(account)).toEqual([]);

    const alone = await createLinked(account);
    const forms = await Promise.all(
      Array.from({ length: 4 }, () => submit(alone.url, { [`received-${alone.bread}`]: '1' })),
    );
    expect(forms.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const { receipt } = (await ask(account, READ, { id: alone.id })).delivery;
    expect(receipt.disputes).toMatchObject([{ received: 1, status: 'OPEN' }]);
  });

  it('disputes each lot and what has none; the return names the lot', async () => {
    const account = await createAccount(service);
    const { id, products } = await createLots(account, [
      { lot: 'A<1>', best_before: '2099-12-20', quantity: 4 },
      { lot: 'B', quantity: 3 },
    ]);
    const productId = String(products[0].product_id);
    const url = await linkOf(account, id);
    const page = await (await fetch(url)).text();
    expect(page).toContain('Lot A&lt;1&gt;, best before 20 December 2099: 4');
    const names = [...page.matchAll(/name="(received-[^"]+)"/g)].map(([, name]) => name!);
    expect(names).toHaveLength(3);
    const said = (values: string[]) => ({
      ...Object.fromEntries(names.map((name, at) => [name, values[at]!])),
      ...Object.fromEntries(
        ['A<1>', 'B'].map((lot, at) => [names[at]!.replace('received', 'lot'), lot] as const),
      ),
    });
    expect((await submit(url, said(['5', '3', '3']))).status).toBe(400);
    expect((await submit(url, said(['3', '3', '1']))).status).toBe(303);
    const disputes = [
      { productId, lot: 'A<1>', delivered: 4, received: 3, reason: 'missing', status: 'OPEN' },
      { productId, lot: null, delivered: 3, received: 1, reason: 'missing', status: 'OPEN' },
    ];
    expect((await ask(account, READ, { id })).delivery.receipt.disputes).toEqual(disputes);
    const shown = async () => (await fetch(url)).text();
    expect(await shown()).toContain(
      'Received 3 of 4 of lot A&lt;1&gt;: Missing, <strong>waiting for the supplier',
    );
    await ask(account, ACCEPT, { id });
    expect(await lotsOf(account, id)).toEqual({ returned: 3, lots: { 'A<1>': 1, B: 0 } });
    expect(await shown()).toContain('Missing, <strong>accepted by the supplier');
    expect(await shown()).toContain('10, of which 3 returned');
  });

  it('returns what has no lot when only this is disputed, and settles no lot that is gone', async () => {
    const account = await createAccount(service);
    const { id, products } = await createLots(account, [{ lot: 'A', quantity: 6 }]);
    const product = products[0].product_id;
    const url = await linkOf(account, id);
    const part = (key: string, received: string, lot = '') => ({
      [`received-${product}-${key}`]: received,
      [`lot-${product}-${key}`]: lot,
    });
    await submit(url, { ...part('1', '6', 'A'), ...part('rest', '3') });
    await ask(account, ACCEPT, { id });
    expect(await lotsOf(account, id)).toEqual({ returned: 1, lots: { A: 0 } });

    const other = await createLots(account, [{ lot: 'A', quantity: 6 }]);
    const productId = other.products[0].product_id;
    await submit(await linkOf(account, other.id), {
      [`received-${productId}-1`]: '5',
      [`lot-${productId}-1`]: 'A',
    });
    const set = (lot: string) =>
      ask(
        account,
        `mutation { setDeliveryLots(deliveryId: ${other.id}, productId: ${productId}, lots: [{ lot: "${lot}", quantity: 6 }]) { id } }`,
      );
    await set('B');
    expect(await refusalOf(account, ACCEPT, { id: other.id })).toMatchObject({
      code: 'validation_error',
      field: 'deliveryId',
      message: expect.stringContaining('lot A'),
    });
    await set('A');
    await ask(account, ACCEPT, { id: other.id });
    expect(await lotsOf(account, other.id)).toEqual({ returned: 1, lots: { A: 1 } });
  });

  it('takes the time of a phone whose clock is wrong', async () => {
    const account = await createAccount(service);
    const receivedAt = async (fields: Record<string, string>) => {
      const { id, url } = await createLinked(account);
      const { status } = await submit(url, fields);
      if (status !== 303) return status;
      const { delivery } = await ask(
        account,
        'query($id: ID!) { delivery(id: $id) { receipt { receivedAt } } }',
        {
          id,
        },
      );
      return (Date.now() - Date.parse(delivery.receipt.receivedAt)) / 60_000;
    };
    expect(await receivedAt({ at: at(10) })).toEqual(about(0));
    expect(await receivedAt({ at: at(300) })).toBe(400);
    // Pressed half an hour before it was sent, on a phone that is five hours fast.
    expect(await receivedAt({ at: at(270), sentAt: at(300) })).toEqual(about(30));
    // Its clock was five hours fast, or slow, when it was pressed, and was put right before it was sent.
    expect(await receivedAt({ at: at(270), sentAt: at(0), skewMs: '-18000000' })).toEqual(about(30));
    expect(await receivedAt({ at: at(-330), sentAt: at(0), skewMs: '18000000' })).toEqual(about(30));
    // It was compared before it was set wrong.
    expect(await receivedAt({ at: at(270), sentAt: at(300), skewMs: '400' })).toEqual(about(30));
    expect(await receivedAt({ at: at(-5), sentAt: at(0), skewMs: 'unknown' })).toEqual(about(5));
    expect(await receivedAt({ at: at(-300) })).toBe(400);
    expect(await receivedAt({ at: 'soon', sentAt: at(0) })).toBe(400);
  });

  it('refuses what somebody else confirmed otherwise before, and takes the same again', async () => {
    const account = await createAccount(service);
    const confirm = `mutation ($id: ID!, $lines: [ReceiptLineInput!]) {
      confirmReceipt(deliveryId: $id, input: { receivedBy: "Ada <Office>", lines: $lines }) { id } }`;
    const { id, bread, milk, url } = await createLinked(account);
    const lines = [{ productId: String(bread), received: 8 }];
    await ask(account, confirm, { id, lines });
    const refused = await submit(url, { [`received-${bread}`]: '8', [`received-${milk}`]: '9' });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toContain('already confirmed by Ada &lt;Office&gt;, so what you sent was not recorded');
    expect(html).toContain('data-problem="already_confirmed"');
    for (const fields of [{}, { [`received-${bread}`]: '8' }]) {
      expect((await submit(url, fields)).status).toBe(303);
    }
    const { receipt } = (await ask(account, READ, { id })).delivery;
    expect(receipt).toMatchObject({ receivedBy: 'Ada <Office>', disputes: [] });

    // Nor does a temperature that nobody has recorded get lost without a word.
    expect((await submit(url, { 'temperature-chilled': '12' })).status).toBe(400);

    const warm = await createLinked(account);
    for (let time = 0; time < 2; time++)
      expect((await submit(warm.url, { 'temperature-chilled': '9.5' })).status).toBe(303);
    expect((await submit(warm.url, { 'temperature-chilled': '4' })).status).toBe(400);

    const own = await createLinked(account);
    const said = { [`received-${own.bread}`]: '8', [`received-${own.milk}`]: '0' };
    await submit(own.url, said);
    const decline = 'mutation ($id: ID!) { declineDisputes(deliveryId: $id) { id } }';
    for (const then of [undefined, decline]) {
      if (then) await ask(account, then, { id: own.id });
      expect((await submit(own.url, said)).status).toBe(303);
      expect((await submit(own.url, { ...said, [`received-${own.bread}`]: '7' })).status).toBe(400);
    }
  });
});
