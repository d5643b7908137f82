import { describe, expect, it } from 'vitest';
import { createSentDelivery } from '../../../support/records/records.ts';
import {
  ACCEPT,
  alertsIn,
  createLinked,
  createLots,
  linkOf,
  lotsOf,
  REVOKE,
  submit,
} from '../../../support/records/receipts.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const RECEIPT = `{ status receipt { state disputes {
  id productId status question askedBy answer answeredAt settledAt settledBy } } returns(first: 10) { nodes { productId quantity } } }`;
const READ = `query ($id: ID!) { delivery(id: $id) ${RECEIPT} }`;
const SETTLE = `mutation ($id: ID!, $accept: [ID!], $decline: [ID!]) {
  settleDisputes(deliveryId: $id, accept: $accept, decline: $decline) ${RECEIPT} }`;
const ASK = `mutation ($id: ID!, $dispute: ID!, $question: String!) {
  askAboutDispute(deliveryId: $id, disputeId: $dispute, question: $question) ${RECEIPT} }`;
const DECLINE = `mutation ($id: ID!) { declineDisputes(deliveryId: $id) ${RECEIPT} }`;
const COMPLETE = `mutation ($id: ID!) { moveDelivery(id: $id, status: COMPLETED) ${RECEIPT} }`;

const read = async (account: TestAccount, id: string) => (await ask(account, READ, { id })).delivery;
const statesOf = async (account: TestAccount, id: string) => {
  const { status, receipt } = await read(account, id);
  return [status, receipt?.state];
};

/** Creates a delivery in transit of which a branch disputes both lines. */
async function createDisputed(account: TestAccount) {
  const linked = await createLinked(account);
  await submit(linked.url, { [`received-${linked.bread}`]: '8', [`received-${linked.milk}`]: '0' });
  const { disputes } = (await read(account, linked.id)).receipt;
  const idOf = (product: number) =>
    disputes.find((each: { productId: string }) => each.productId === String(product)).id as string;
  return { ...linked, ofBread: idOf(linked.bread), ofMilk: idOf(linked.milk) };
}

/** Sends a query with the account's key, which has a name. */
async function send(account: TestAccount, query: string, variables: object) {
  const { json } = await account.call('POST', '//graphql', { body: { query, variables } });
  expect(json.errors).toBeUndefined();
  return json.data;
}

function entriesOf(account: TestAccount, action: string) {
  return account.database.prisma.auditEntry.findMany({
    where: { accountId: account.id, action },
    orderBy: { id: 'asc' },
  });
}

describe('settleDisputes', () => {
  it('decides each line, and completes the delivery with the last one', async () => {
    const account = await createAccount(service);
    const { id, bread, ofBread, ofMilk } = await createDisputed(account);
    const { settleDisputes: first } = await send(account, SETTLE, { id, accept: [ofBread] });
    expect(first).toMatchObject({ status: 'IN_TRANSIT', receipt: { state: 'DISPUTED' } });
    expect(first.returns.nodes).toEqual([{ productId: String(bread), quantity: 2 }]);
    const { settleDisputes: second } = await send(account, SETTLE, { id, decline: [ofMilk] });
    expect(second).toMatchObject({ status: 'COMPLETED', receipt: { state: 'SETTLED' } });
    expect(second.returns.nodes).toHaveLength(1);
    expect(second.receipt.disputes).toMatchObject([
      { id: ofBread, status: 'ACCEPTED', settledBy: expect.any(String), settledAt: expect.any(String) },
      { id: ofMilk, status: 'DECLINED', settledBy: expect.any(String), settledAt: expect.any(String) },
    ]);
    expect((await entriesOf(account, 'receipt.settled')).map(({ details }) => details)).toMatchObject([
      { delivery: id, accepted: ['Rye <b>Bread: 8 of 10 (missing)'], declined: [] },
      { delivery: id, accepted: [], declined: ['Milk: 0 of 10 (missing)'] },
    ]);
  });

  it('lets the first of two people win, and tells the other', async () => {
    const account = await createAccount(service);
    const { id, ofBread, ofMilk } = await createDisputed(account);
    const answers = await Promise.allSettled([
      ask(account, SETTLE, { id, accept: [ofBread, ofMilk] }),
      ask(account, SETTLE, { id, decline: [ofMilk, ofBread] }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const isAccepted = answers[0].status === 'fulfilled';
    const lost = isAccepted ? answers[1] : answers[0];
    expect(lost).toMatchObject({
      reason: {
        faults: [
          {
            code: 'invalid_transition',
            problem: 'dispute_settled',
            field: isAccepted ? 'decline[0]' : 'accept[0]',
            values: { status: isAccepted ? 'accepted' : 'declined' },
          },
        ],
      },
    });
    const { status, receipt, returns } = await read(account, id);
    expect([status, receipt.state, returns.nodes.length]).toEqual([
      'COMPLETED',
      'SETTLED',
      isAccepted ? 2 : 0,
    ]);
    // The same decision again changes nothing.
    await ask(account, SETTLE, { id, [isAccepted ? 'accept' : 'decline']: [ofBread] });
    expect(await read(account, id)).toEqual({ status, receipt, returns });
    expect(await entriesOf(account, 'receipt.settled')).toHaveLength(1);
  });

  it('settles all or nothing, and names what is wrong', async () => {
    const account = await createAccount(service);
    const { id, ofBread, ofMilk } = await createDisputed(account);
    const other = await createDisputed(account);
    const stranger = await createAccount(service);
    const refusal = (asker: Parameters<typeof refusalOf>[0], variables: object) =>
      refusalOf(asker, SETTLE, { id, ...variables });
    expect(await refusal(stranger, { accept: [ofBread] })).toMatchObject({ code: 'not_found' });
    const cases: [variables: object, field: string, code: string][] = [
      [{}, 'accept', 'validation_error'],
      [{ accept: [], decline: [] }, 'accept', 'validation_error'],
      [{ accept: [ofBread], decline: [ofMilk, ofBread] }, 'decline[1]', 'validation_error'],
      [{ accept: [ofBread, other.ofBread] }, 'accept[1]', 'not_found'],
      [{ accept: [ofBread], decline: ['soon'] }, 'decline[0]', 'not_found'],
      [{ accept: Array(501).fill(ofBread) }, 'accept', 'validation_error'],
    ];
    for (const [variables, field, code] of cases) {
      expect(await refusal(account, variables)).toMatchObject({ field, code });
    }
    const writer = { ...account, scopes: ['deliveries:write', 'deliveries:read'] as const };
    expect(await refusal(writer, { accept: [ofBread] })).toMatchObject({ code: 'insufficient_scope' });
    const untouched = await read(account, id);
    expect(untouched).toMatchObject({ status: 'IN_TRANSIT', receipt: { state: 'DISPUTED' } });
    expect(untouched.returns.nodes).toEqual([]);
    await ask(account, SETTLE, { id, accept: [ofBread, ofBread] });
    expect((await read(account, id)).returns.nodes).toEqual([{ productId: expect.any(String), quantity: 2 }]);
    const pending = await createSentDelivery(account);
    expect(await refusalOf(account, SETTLE, { id: pending.id, accept: [ofBread] })).toMatchObject({
      problem: 'no_receipt',
    });
  });

  it('returns each lot that is accepted', async () => {
    const account = await createAccount(service);
    const { id, products } = await createLots(account, [{ lot: 'A', quantity: 4 }]);
    const product = products[0].product_id;
    const part = (key: string, received: string, lot = '') => ({
      [`received-${product}-${key}`]: received,
      [`lot-${product}-${key}`]: lot,
    });
    await submit(await linkOf(account, id), { ...part('1', '3', 'A'), ...part('rest', '4') });
    const [one, other] = (await read(account, String(id))).receipt.disputes;
    await ask(account, SETTLE, { id, accept: [one.id] });
    await ask(account, SETTLE, { id, accept: [other.id] });
    expect(await lotsOf(account, id)).toEqual({ returned: 3, lots: { A: 1 } });
  });
});

describe('askAboutDispute', () => {
  it('asks on the link, which takes one answer', async () => {
    const account = await createAccount(service);
    const { id, url, ofBread, ofMilk } = await createDisputed(account);
    const question = 'Is a crate <b>behind</b> the door?\nPlease look.';
    await send(account, ASK, { id, dispute: ofBread, question });
    expect(await statesOf(account, id)).toEqual(['IN_TRANSIT', 'DISPUTED']);
    const { askAboutDispute: asked } = await ask(account, ASK, {
      id,
      dispute: ofMilk,
      question: 'And here?',
    });
    expect(asked.receipt).toMatchObject({
      state: 'ASKED',
      disputes: [{ question, askedBy: expect.any(String), answer: null }, { question: 'And here?' }],
    });
    const page = await (await fetch(url)).text();
    expect(page).toContain('The supplier asks: Is a crate &lt;b&gt;behind&lt;/b&gt; the door?\nPlease look.');
    expect(page).toContain('<strong>waiting for your answer');
    expect(page.match(/data-answer/g)).toHaveLength(2);
    expect(page).toContain('<h2>Questions from the supplier</h2>');

    const answer = (dispute: string, text: string) => post(url, { dispute, answer: text });
    const asks = 'Rye &lt;b&gt;Bread: enter your answer, at most 500 characters';
    for (const [typed, dispute, said] of [
      [' ', ofBread, asks],
      ['a'.repeat(501), ofBread, asks],
      ['a\u0000', ofBread, asks],
      ['Yes', '0', 'No question with this id in this delivery'],
      ['Yes', 'none', 'No question with this id in this delivery'],
    ] as const) {
      const refused = await answer(dispute, typed);
      const html = await refused.text();
      expect([typed, refused.status >= 400, alertsIn(html)]).toEqual([typed, true, [said]]);
      const isOfField = said === asks;
      const field = `id="answer-${dispute}" name="answer" aria-invalid="true" autofocus aria-describedby="question-${dispute} why-answer-${dispute}"`;
      expect([typed, html.includes(field)]).toEqual([typed, isOfField]);
      expect([typed, html.match(/aria-invalid/g)?.length ?? 0]).toEqual([typed, isOfField ? 1 : 0]);
      expect(html.includes(`\n${typed}</textarea>`)).toBe(isOfField);
    }
    const both = await Promise.all([answer(ofBread, 'No & none'), answer(ofBread, 'No & none')]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    const second = await answer(ofBread, 'Yes');
    expect([second.status, await second.text()]).toEqual([
      400,
      expect.stringContaining('This question was already answered'),
    ]);
    expect(await statesOf(account, id)).toEqual(['IN_TRANSIT', 'DISPUTED']);
    expect(await (await fetch(url)).text()).toContain('Answer sent: No &amp; none');
    expect(await refusalOf(account, ASK, { id, dispute: ofBread, question: 'Sure?' })).toMatchObject({
      code: 'invalid_transition',
      problem: 'question_answered',
      field: 'disputeId',
    });
    expect((await entriesOf(account, 'receipt.asked')).map(({ details }) => details)).toMatchObject([
      { delivery: id, question },
      { delivery: id, question: 'And here?' },
    ]);
    expect(await entriesOf(account, 'receipt.answered')).toMatchObject([
      { actor: 'link', details: { delivery: id, answer: 'No & none', branchName: expect.any(String) } },
    ]);

    // Once decided, the branch sees the outcome and cannot answer.
    await ask(account, SETTLE, { id, accept: [ofBread], decline: [ofMilk] });
    const late = await answer(ofMilk, 'Found it');
    expect([late.status, await late.text()]).toEqual([
      400,
      expect.stringContaining('The supplier no longer waits for an answer'),
    ]);
    const outcome = await (await fetch(url)).text();
    expect(outcome).toContain('<strong>accepted by the supplier');
    expect(outcome).toContain('<strong>declined by the supplier');
    expect(outcome).not.toContain('data-answer');
    expect(await refusalOf(account, ASK, { id, dispute: ofMilk, question: 'Again?' })).toMatchObject({
      problem: 'dispute_settled',
      field: 'disputeId',
    });
  });

  it('replaces a question that is not answered, and repeats nothing', async () => {
    const account = await createAccount(service);
    const { id, ofBread } = await createDisputed(account);
    await ask(account, ASK, { id, dispute: ofBread, question: 'One?' });
    await ask(account, ASK, { id, dispute: ofBread, question: 'One?' });
    await ask(account, ASK, { id, dispute: ofBread, question: 'Two?' });
    expect((await read(account, id)).receipt.disputes[0].question).toBe('Two?');
    expect(await entriesOf(account, 'receipt.asked')).toHaveLength(2);
  });

  it('refuses what nobody could read or answer', async () => {
    const account = await createAccount(service);
    const { id, url, ofBread } = await createDisputed(account);
    const other = await createDisputed(account);
    const stranger = await createAccount(service);
    const refusal = (asker: Parameters<typeof refusalOf>[0], given: object) =>
      refusalOf(asker, ASK, { id, dispute: ofBread, question: 'Sure?', ...given });
    expect(await refusal(stranger, {})).toMatchObject({ code: 'not_found' });
    expect(await refusal(account, { question: ' ' })).toMatchObject({ field: 'question' });
    expect(await refusal(account, { question: 'a'.repeat(501) })).toMatchObject({ field: 'question' });
    expect(await refusal(account, { dispute: other.ofBread })).toMatchObject({
      code: 'not_found',
      field: 'disputeId',
    });
    // Nothing was asked yet, or the dispute is of another delivery.
    expect((await post(url, { dispute: ofBread, answer: 'Yes' })).status).toBe(400);
    await ask(account, ASK, { id: other.id, dispute: other.ofBread, question: 'Sure?' });
    expect((await post(url, { dispute: other.ofBread, answer: 'Yes' })).status).toBe(404);
    expect((await read(account, other.id)).receipt.disputes[0].answer).toBeNull();

    await service.database.pool.query(
      `UPDATE receipt_links SET expires_at = now() - interval '1 second' WHERE delivery_id = $1`,
      [id],
    );
    expect(await refusal(account, {})).toMatchObject({ problem: 'no_receipt_link', field: 'deliveryId' });
    expect((await post(url, { dispute: ofBread, answer: 'Yes' })).status).toBe(404);
    await linkOf(account, Number(id));
    await ask(account, ASK, { id, dispute: ofBread, question: 'Sure?' });
    await ask(account, REVOKE, { id });
    expect(await refusal(account, { question: 'Really?' })).toMatchObject({ problem: 'no_receipt_link' });
  });
});

describe('the state of a receipt', () => {
  it('follows what happens to the delivery and its disputes', async () => {
    const account = await createAccount(service);
    const confirmed = await createLinked(account);
    await submit(confirmed.url, {});
    expect(await statesOf(account, confirmed.id)).toEqual(['IN_TRANSIT', 'CONFIRMED']);
    await ask(account, COMPLETE, { id: confirmed.id });
    expect(await statesOf(account, confirmed.id)).toEqual(['COMPLETED', 'SETTLED']);

    const late = await createLinked(account);
    await ask(account, COMPLETE, { id: late.id });
    await submit(late.url, {});
    expect(await statesOf(account, late.id)).toEqual(['COMPLETED', 'SETTLED']);

    const disputed = await createDisputed(account);
    await ask(account, COMPLETE, { id: disputed.id });
    expect(await statesOf(account, disputed.id)).toEqual(['COMPLETED', 'DISPUTED']);
    await ask(account, ACCEPT, { id: disputed.id });
    expect(await statesOf(account, disputed.id)).toEqual(['COMPLETED', 'SETTLED']);

    const declined = await createDisputed(account);
    await ask(account, DECLINE, { id: declined.id });
    expect(await statesOf(account, declined.id)).toEqual(['IN_TRANSIT', 'CONFIRMED']);
    await ask(account, ACCEPT, { id: declined.id });
    expect(await statesOf(account, declined.id)).toEqual(['COMPLETED', 'SETTLED']);

    const replaced = await createDisputed(account);
    const confirm =
      'mutation ($id: ID!) { confirmReceipt(deliveryId: $id, input: { receivedBy: "Ada" }) { id } }';
    await ask(account, confirm, { id: replaced.id });
    expect(await statesOf(account, replaced.id)).toEqual(['COMPLETED', 'SETTLED']);
  });

  it('completes an undisputed delivery only once when the account wants it and a person does it too', async () => {
    const account = await createAccount(service);
    await account.database.prisma.account.update({
      where: { id: account.id },
      data: { receiptLinkCompletes: true },
    });
    const { id, url } = await createLinked(account);
    const [sent, moved] = await Promise.allSettled([submit(url, {}), ask(account, COMPLETE, { id })]);
    expect(sent).toMatchObject({ status: 'fulfilled', value: { status: 303 } });
    const refusal = moved.status === 'rejected' ? moved.reason.faults[0].code : undefined;
    expect([undefined, 'invalid_transition']).toContain(refusal);
    expect(await statesOf(account, id)).toEqual(['COMPLETED', 'SETTLED']);
    const { rows } = await service.database.pool.query(
      `SELECT type FROM events WHERE account_id = $1 AND type = 'delivery.completed'`,
      [account.id],
    );
    expect(rows).toHaveLength(1);
    expect(await entriesOf(account, 'receipt.sent')).toHaveLength(1);
  });

  it('filters deliveries, in REST too, and is counted for the account', async () => {
    const account = await createAccount(service);
    const confirmed = await createLinked(account);
    await submit(confirmed.url, {});
    const disputed = await createDisputed(account);
    const asked = await createDisputed(account);
    for (const dispute of [asked.ofBread, asked.ofMilk]) {
      await ask(account, ASK, { id: asked.id, dispute, question: 'Sure?' });
    }
    await createSentDelivery(account);
    const LIST =
      'query ($filter: DeliveryFilter) { deliveries(filter: $filter) { nodes { id } } receiptsToCheck }';
    const found = async (filter: object) => {
      const { deliveries, receiptsToCheck } = await ask(account, LIST, { filter });
      expect(receiptsToCheck).toBe(2);
      return deliveries.nodes.map((each: { id: string }) => each.id);
    };
    expect(await found({ receiptState: 'CONFIRMED' })).toEqual([confirmed.id]);
    expect(await found({ receiptState: 'DISPUTED' })).toEqual([disputed.id]);
    expect(await found({ receiptState: 'SETTLED' })).toEqual([]);
    expect(await found({ receiptStates: ['CONFIRMED', 'DISPUTED', 'ASKED'] })).toEqual([
      asked.id,
      disputed.id,
      confirmed.id,
    ]);
    const { json } = await account.call('GET', '/deliveries?receipt_state=asked');
    expect(json.data.map((each: { id: number }) => String(each.id))).toEqual([asked.id]);
    const wrong = await account.call('GET', '/deliveries?receipt_state=lost');
    expect([wrong.status, JSON.stringify(wrong.json)]).toEqual([
      400,
      expect.stringContaining('receipt_state'),
    ]);
    const stranger = await createAccount(service);
    expect((await ask(stranger, LIST, {})).receiptsToCheck).toBe(0);
  });

  it('lists the first open disputes with names and quantities, whatever the receipts', async () => {
    const account = await createAccount(service);
    await createDisputed(await createAccount(service));
    const { id, ofBread, ofMilk } = await createDisputed(account);
    const other = await createDisputed(account);
    const LIST = `{ deliveries { nodes { id receipt { openDisputes {
      id productName lot delivered received reason question answer } } } } }`;
    const open = async () =>
      (await ask(account, LIST)).deliveries.nodes.map(
        (each: { id: string; receipt: { openDisputes: object[] } }) => [each.id, each.receipt.openDisputes],
      );
    const goods = { lot: null, delivered: 10, reason: 'missing', question: null, answer: null };
    expect(await open()).toEqual([
      [
        other.id,
        [expect.objectContaining({ id: other.ofBread }), expect.objectContaining({ id: other.ofMilk })],
      ],
      [
        id,
        [
          { ...goods, id: ofBread, productName: 'Rye <b>Bread', received: 8 },
          { ...goods, id: ofMilk, productName: 'Milk', received: 0 },
        ],
      ],
    ]);
    await ask(account, SETTLE, { id, accept: [ofBread] });
    await service.database.pool.query(
      `INSERT INTO receipt_disputes (account_id, delivery_id, product_id, lot, received, reason)
       SELECT $1, $2, $3, 'L' || number, 0, 'missing' FROM generate_series(1, 12) number`,
      [account.id, other.id, other.bread],
    );
    const [[, many], [, left]] = await open();
    expect(many).toHaveLength(10);
    expect(left).toEqual([expect.objectContaining({ id: ofMilk })]);
  });

  it('counts at most 100 receipts', async () => {
    const account = await createAccount(service);
    await createSentDelivery(account);
    await account.database.pool.query(
      `WITH delivery AS (
         INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value,
                                 total_weight, status, in_transit_at)
         SELECT account_id, supermarket_id, branch_id, delivery_date, 1, 1, 1, 'in_transit', now()
         FROM deliveries, generate_series(1, 120) WHERE account_id = $1 RETURNING account_id, id
       )
       INSERT INTO receipts (account_id, delivery_id, received_at, received_by, recorded_by, state)
       SELECT account_id, id, now(), 'Ada', 'link', 'confirmed' FROM delivery`,
      [account.id],
    );
    expect((await ask(account, '{ receiptsToCheck }')).receiptsToCheck).toBe(100);
  });
});

function post(url: string, fields: Record<string, string>) {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}
