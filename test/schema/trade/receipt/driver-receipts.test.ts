import { describe, expect, it } from 'vitest';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { confirmStop, createDriver, createReceived } from '../../../support/records/drivers.ts';
import { createLinked, submit } from '../../../support/records/receipts.ts';
import { createSentDelivery } from '../../../support/records/records.ts';
import { join } from '../../../support/service/people.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../../../support/service/settings.ts';
import { createVisitor } from '../../../support/service/visitor.ts';

const service = useService();

const RECEIPT = `{ id status receipt { state by recordedBy checkedAt checkedBy } }`;
const READ = `query ($id: ID!) { delivery(id: $id) ${RECEIPT} receiptsToCheck }`;
const ACCEPT = `mutation ($id: ID!) { acceptReceipt(deliveryId: $id) ${RECEIPT} }`;
const ACCEPT_MANY = `mutation ($ids: [ID!]!) { acceptReceipts(deliveryIds: $ids) {
  id outcome error { code field problem } delivery ${RECEIPT} } }`;
const WAITING = `{ deliveries(filter: { receiptStates: [CONFIRMED, DISPUTED] }) { nodes { id } } }`;

const stateOf = async (account: SignedIn, id: string) =>
  (await ask(account, READ, { id })).delivery.receipt.state;

/** Returns the numbers of what waits: by the count, the filter and REST. */
async function waitingOf(account: SignedIn) {
  const { receiptsToCheck } = await ask(account, '{ receiptsToCheck }');
  const { deliveries } = await ask(account, WAITING);
  const { json } = await account.call('GET', '/deliveries?receipt_state=confirmed');
  return [receiptsToCheck, deliveries.nodes.length, json.data.length];
}

async function eventsOf({ id, database }: SignedIn): Promise<string[]> {
  const { rows } = await database.pool.query<{ type: string }>(
    'SELECT type FROM events WHERE account_id = $1 ORDER BY id',
    [id],
  );
  return rows.map(({ type }) => type);
}

function checksOf({ id, database }: SignedIn) {
  return database.prisma.auditEntry.findMany({ where: { accountId: id, action: 'receipt.checked' } });
}

const measured = (zone: string, celsius: number) => ({ temperatures: [{ zone, celsius }] });

describe('what a driver records', () => {
  it('is accepted for 48 hours after the office completed the delivery, unless somebody was quicker', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    const complete = async (hours: number) => {
      const { id, products } = await createSentDelivery(account);
      await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'completed' } });
      await account.database.pool.query(
        "UPDATE deliveries SET completed_at = now() - $3 * interval '1 hour' WHERE account_id = $1 AND id = $2",
        [account.id, id, hours],
      );
      const lines = [{ productId: String(products[0].product_id), received: 1, reason: 'damaged' }];
      return { id: String(id), lines };
    };
    const { id, lines } = await complete(47);
    const completedAt = async () =>
      (await ask(account, 'query ($id: ID!) { delivery(id: $id) { completedAt } }', { id })).delivery
        .completedAt;
    const before = await completedAt();
    await confirmStop(driver, id, { lines });
    expect(await stateOf(account, id)).toBe('CONFIRMED');
    expect(await completedAt()).toBe(before);
    const events = await eventsOf(account);
    expect(events.filter((type) => type === 'delivery.completed')).toHaveLength(1);
    expect(events).toContain('return.created');

    await expect(confirmStop(driver, id)).rejects.toThrow('This delivery is already completed');
    const old = await complete(49);
    await expect(confirmStop(driver, old.id)).rejects.toThrow('This delivery is already completed');
  });

  it('waits if less arrived or it was too warm, and is settled otherwise', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    const cases: [received: number, input: object, state: string][] = [
      [8, {}, 'CONFIRMED'],
      [10, {}, 'SETTLED'],
      [10, measured('CHILLED', 8), 'SETTLED'],
      [10, measured('CHILLED', 8.1), 'CONFIRMED'],
      [10, measured('FROZEN', -15), 'SETTLED'],
      [10, measured('FROZEN', -14.9), 'CONFIRMED'],
      [10, measured('AMBIENT', 35), 'SETTLED'],
      [
        10,
        {
          temperatures: [
            { zone: 'CHILLED', celsius: 4 },
            { zone: 'FROZEN', celsius: 0 },
          ],
        },
        'CONFIRMED',
      ],
    ];
    const states: string[] = [];
    for (const [received, input] of cases) {
      states.push(await stateOf(account, await createReceived(account, driver, received, input)));
    }
    expect(states).toEqual(cases.map(([, , state]) => state));
    expect(await waitingOf(account)).toEqual([4, 4, 4]);
  });

  it('waits above the temperatures that the account allows', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    const owner = createVisitor(service);
    await owner.signIn(account.email, PASSWORD);
    const SET =
      'mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { warmestChilled warmestFrozen } }';
    expect(await owner.data(SET, { input: { warmestChilled: 4 } })).toEqual({
      updateAccount: { warmestChilled: 4, warmestFrozen: -15 },
    });
    await owner.data(SET, { input: { warmestFrozen: -18 } });
    const states: string[] = [];
    for (const [zone, celsius] of [
      ['CHILLED', 4.1],
      ['CHILLED', 4],
      ['FROZEN', -17.9],
      ['FROZEN', -18],
    ] as const)
      states.push(await stateOf(account, await createReceived(account, driver, 10, measured(zone, celsius))));
    expect(states).toEqual(['CONFIRMED', 'SETTLED', 'CONFIRMED', 'SETTLED']);
    for (const input of [{ warmestChilled: 61 }, { warmestFrozen: null }])
      expect((await owner.refusal(SET, { input })).code).toBe('validation_error');
  });

  it('has who recorded it, returns what is missing and completes the delivery at once', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    const id = await createReceived(account, driver, 8);
    expect((await ask(account, READ, { id })).delivery).toEqual({
      id,
      status: 'COMPLETED',
      receipt: { state: 'CONFIRMED', by: 'SESSION', recordedBy: 'Ann', checkedAt: null, checkedBy: null },
    });
    expect((await eventsOf(account)).slice(-2)).toEqual(['return.created', 'delivery.completed']);
    const { json } = await account.call('GET', '/returns');
    expect(json.data).toMatchObject([{ delivery_id: Number(id), quantity: 2, reason: 'damaged' }]);
  });

  it('lists what came back and was not reversed, whatever the receipts', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    const ids = [await createReceived(account, driver, 8), await createReceived(account, driver, 3)];
    const LIST = `{ deliveries(orderBy: CREATED_ASC) { nodes { receipt { returned {
      id productName lot quantity reason } } } } }`;
    const read = async () =>
      (await ask(account, LIST)).deliveries.nodes.map(
        ({ receipt }: { receipt: { returned: object[] } }) => receipt.returned,
      );
    const loaf = { id: expect.any(String), productName: 'Oat Loaf', lot: null, reason: 'damaged' };
    expect(await read()).toEqual([[{ ...loaf, quantity: 2 }], [{ ...loaf, quantity: 7 }]]);
    const [first] = (await account.call('GET', `/returns?delivery_id=${ids[0]}`)).json.data;
    await account.call('POST', `/returns/${first.id}/reverse`, { body: { reason: 'found' } });
    expect(await read()).toEqual([[], [{ ...loaf, quantity: 7 }]]);
    const { key } = await account.issue(['deliveries:read']);
    const { json } = await account.call('POST', '//graphql', { key, body: { query: LIST } });
    expect(json.errors[0].extensions.code).toBe('insufficient_scope');
  });

  it('leaves open what a branch disputes, less what the driver returned', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    const DISPUTES = `query ($id: ID!) { delivery(id: $id) { status receipt { state receivedBy disputes {
      productId status settledBy } } returns(first: 9) { nodes { productId quantity } } } }`;
    const read = async (id: string) => (await ask(account, DISPUTES, { id })).delivery;
    const confirmed = async (lines: (of: { bread: number; milk: number }) => object[]) => {
      const linked = await createLinked(account);
      await submit(linked.url, { [`received-${linked.bread}`]: '8', [`received-${linked.milk}`]: '0' });
      await confirmStop(driver, linked.id, { receivedBy: 'Carl', lines: lines(linked) });
      return linked;
    };
    const same = await confirmed(({ bread }) => [{ productId: String(bread), received: 8 }]);
    const [ofBread, ofMilk] = [String(same.bread), String(same.milk)];
    const open = { settledBy: null, status: 'OPEN' };
    expect(await read(same.id)).toEqual({
      status: 'COMPLETED',
      receipt: {
        state: 'DISPUTED',
        receivedBy: 'Carl',
        disputes: [
          { productId: ofBread, status: 'ACCEPTED', settledBy: 'Ann' },
          { productId: ofMilk, ...open },
        ],
      },
      returns: { nodes: [{ productId: ofBread, quantity: 2 }] },
    });
    expect(await waitingOf(account)).toEqual([1, 1, 0]);
    const settle = 'mutation ($id: ID!) { declineDisputes(deliveryId: $id) { id } }';
    await ask(account, settle, { id: same.id });
    expect((await read(same.id)).receipt.state).toBe('SETTLED');

    const full = await confirmed(() => []);
    expect((await read(full.id)).receipt.disputes).toMatchObject([open, open]);
    const part = await confirmed(({ bread }) => [{ productId: String(bread), received: 9 }]);
    expect((await read(part.id)).receipt.disputes).toMatchObject([open, open]);
    await ask(account, ACCEPT, { id: part.id });
    const { nodes } = (await read(part.id)).returns;
    const sum = (product: number) =>
      nodes
        .filter(({ productId }: { productId: string }) => productId === String(product))
        .reduce((total: number, { quantity }: { quantity: number }) => total + quantity, 0);
    expect([sum(part.bread), sum(part.milk)]).toEqual([2, 10]);
  });

  it('is settled when somebody records it who may accept receipts', async () => {
    const account = await createSignedIn(service);
    const owner = createVisitor(service);
    await owner.signIn(account.email, PASSWORD);
    const { visitor: member } = await join(service, owner, 'member');
    for (const person of [owner, member]) {
      expect(await stateOf(account, await createReceived(account, person, 8))).toBe('SETTLED');
    }
    expect(await waitingOf(account)).toEqual([0, 0, 0]);
  });

  it('is checked once, by whoever accepts it first', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    const id = await createReceived(account, driver, 8);
    const before = await eventsOf(account);
    const owner = createVisitor(service);
    await owner.signIn(account.email, PASSWORD);
    const { visitor: member } = await join(service, owner, 'member');
    const [one, other] = await Promise.all([
      owner.data(ACCEPT, { id }),
      member.data(ACCEPT_MANY, { ids: [id] }),
    ]);
    const { receipt } = (await ask(account, READ, { id })).delivery;
    expect(receipt).toMatchObject({ state: 'SETTLED', recordedBy: 'Ann', checkedAt: expect.any(String) });
    expect(one.acceptReceipt.receipt.state).toBe('SETTLED');
    expect(other.acceptReceipts[0].error).toBeNull();
    const checks = await checksOf(account);
    expect(checks).toMatchObject([{ details: { delivery: id }, personName: receipt.checkedBy }]);
    await ask(account, ACCEPT, { id });
    expect((await ask(account, READ, { id })).delivery.receipt).toEqual(receipt);
    expect(await checksOf(account)).toHaveLength(1);
    expect(await eventsOf(account)).toEqual(before);
    expect(await waitingOf(account)).toEqual([0, 0, 0]);
  });

  it('is checked by nobody else', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    const id = await createReceived(account, driver, 8);
    const owner = createVisitor(service);
    await owner.signIn(account.email, PASSWORD);
    const { visitor: viewer } = await join(service, owner, 'viewer');
    for (const person of [driver, viewer]) {
      expect((await person.refusal(ACCEPT, { id })).code).toBe('insufficient_scope');
      expect((await person.refusal(ACCEPT_MANY, { ids: [id] })).code).toBe('insufficient_scope');
    }
    const stranger = await createSignedIn(service);
    expect(await refusalOf(stranger, ACCEPT, { id })).toMatchObject({ code: 'not_found' });
    expect((await ask(stranger, ACCEPT_MANY, { ids: [id] })).acceptReceipts).toEqual([
      {
        id,
        outcome: 'REFUSED',
        error: { code: 'not_found', field: 'deliveryIds[0]', problem: 'not_found' },
        delivery: null,
      },
    ]);
    expect(await waitingOf(account)).toEqual([1, 1, 1]);
  });

  it('does not wait where it was recorded before receipts of drivers did', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    const id = await createReceived(account, driver, 8);
    // As an older version writes it, which may still run.
    await service.database.pool.query(
      `UPDATE receipts SET state = DEFAULT, recorder_name = NULL WHERE account_id = $1`,
      [account.id],
    );
    expect(await waitingOf(account)).toEqual([0, 0, 0]);
    expect((await ask(account, READ, { id })).delivery.receipt).toMatchObject({ recordedBy: null });
  });
});

describe('acceptReceipts', () => {
  it('accepts receipts of branches and drivers together, and says what became of each', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    const short = await createReceived(account, driver, 8);
    const confirmed = await createLinked(account);
    await submit(confirmed.url, {});
    const disputed = await createLinked(account);
    await submit(disputed.url, { [`received-${disputed.bread}`]: '8' });
    const settled = await createReceived(account, driver, 10);
    const without = String((await createSentDelivery(account)).id);
    const before = (await eventsOf(account)).length;
    const ids = [short, confirmed.id, disputed.id, settled, without, confirmed.id, 'soon'];
    const { acceptReceipts } = await ask(account, ACCEPT_MANY, { ids });
    const results = acceptReceipts as { id: string; outcome: string; error: { problem: string } | null }[];
    expect(results.map(({ id }) => id)).toEqual(ids);
    expect(results.map(({ outcome, error }) => [outcome, error?.problem])).toEqual([
      ['ACCEPTED', undefined],
      ['ACCEPTED', undefined],
      ['REFUSED', 'disputes_open'],
      ['UNCHANGED', undefined],
      ['REFUSED', 'no_receipt'],
      ['ACCEPTED', undefined],
      ['REFUSED', 'not_found'],
    ]);
    const accepted = { status: 'COMPLETED', receipt: { state: 'SETTLED', checkedAt: expect.any(String) } };
    for (const index of [0, 1]) expect(acceptReceipts[index].delivery).toMatchObject(accepted);
    expect(acceptReceipts[2].delivery).toMatchObject({
      status: 'IN_TRANSIT',
      receipt: { state: 'DISPUTED' },
    });
    expect((await eventsOf(account)).slice(before)).toEqual(['delivery.completed']);
    expect(await checksOf(account)).toMatchObject([{ details: { delivery: short } }]);
  });

  it('takes 1 to 200 deliveries', async () => {
    const account = await createSignedIn(service);
    for (const ids of [[], Array(201).fill('1')]) {
      expect(await refusalOf(account, ACCEPT_MANY, { ids })).toMatchObject({
        code: 'validation_error',
        field: 'deliveryIds',
      });
    }
  });

  it('lets calls that name the same receipts in another order wait for each other', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    const ids: string[] = [];
    for (let made = 0; made < 6; made += 1) ids.push(await createReceived(account, driver, 8));
    const linked = await createLinked(account);
    await submit(linked.url, {});
    ids.push(linked.id);
    await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        ask(account, ACCEPT_MANY, { ids: at % 2 === 0 ? ids : ids.toReversed() }),
      ),
    );
    expect(await waitingOf(account)).toEqual([0, 0, 0]);
    expect(await checksOf(account)).toHaveLength(6);
    expect((await eventsOf(account)).filter((type) => type === 'delivery.completed')).toHaveLength(7);
  });

  it('says that nothing changed where somebody else checked the receipt while the call waited', async () => {
    const account = await createSignedIn(service);
    const id = await createReceived(account, await createDriver(service, account), 8);
    const values = [account.id, id];
    const { acceptReceipts } = await whileLocked(
      service,
      {
        lock: 'SELECT FROM deliveries WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE',
        values,
        change: (client) =>
          client.query(
            `UPDATE receipts SET state = 'settled' WHERE account_id = $1 AND delivery_id = $2`,
            values,
          ),
      },
      () => ask(account, ACCEPT_MANY, { ids: [id] }),
    );
    expect(acceptReceipts[0].outcome).toBe('UNCHANGED');
    expect(await checksOf(account)).toEqual([]);
  });
});
