import { describe, expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import {
  balancesOf,
  CONFIRM_RECEIPT,
  createContainerType,
  SET_CONTAINERS,
} from '../../../support/records/containers.ts';
import { createDelivery, createSentDelivery, inDays } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';
import { revise } from '../../../support/records/versions.ts';

const service = useService();

const READ =
  'query ($id: ID!) { delivery(id: $id) { version updatedAt containers { type { id } out back } } }';
const ARCHIVE = 'mutation ($id: ID!) { archiveContainerType(id: $id) { id } }';

async function containersOf(account: TestAccount, id: number | string) {
  const { delivery } = await ask(account, READ, { id: String(id) });
  return delivery.containers.map(
    ({ type, out, back }: { type: { id: string }; out: number; back: number }) => [type.id, out, back],
  );
}

const setRows = (account: TestAccount, id: number | string, rows: object[]) =>
  ask(account, SET_CONTAINERS, { deliveryId: String(id), rows });

describe('setContainers', () => {
  it('replaces all rows in the order of the names, and changes the version of the delivery', async () => {
    const account = await createAccount(service);
    const [pallet, crate] = [
      await createContainerType(account, { name: 'Pallet' }),
      await createContainerType(account, { name: 'Crate' }),
    ];
    const { id } = await createDelivery(account);
    const before = (await ask(account, READ, { id: String(id) })).delivery;
    await setRows(account, id, [
      { typeId: pallet, out: 3, back: 1 },
      { typeId: crate, back: 100_000 },
    ]);
    expect(await containersOf(account, id)).toEqual([
      [crate, 0, 100_000],
      [pallet, 3, 1],
    ]);
    const { version, updatedAt } = (await ask(account, READ, { id: String(id) })).delivery;
    expect(version).not.toBe(before.version);
    expect(updatedAt > before.updatedAt).toBe(true);
    await setRows(account, id, [
      { typeId: pallet, out: 2 },
      { typeId: crate, out: 0, back: 0 },
    ]);
    expect(await containersOf(account, id)).toEqual([[pallet, 2, 0]]);
    await setRows(account, id, []);
    expect(await containersOf(account, id)).toEqual([]);
  });

  it('changes one version only, if it is named', async () => {
    const account = await createAccount(service);
    const typeId = await createContainerType(account);
    const { id } = await createDelivery(account);
    const { version: ifMatch } = (await ask(account, READ, { id: String(id) })).delivery;
    const variables = { deliveryId: String(id), rows: [{ typeId, out: 1 }], ifMatch };
    await ask(account, SET_CONTAINERS, variables);
    expect(await refusalOf(account, SET_CONTAINERS, variables)).toMatchObject({
      code: 'precondition_failed',
      field: 'ifMatch',
    });
  });

  it('refuses rows that are wrong, naming them, and writes nothing', async () => {
    const account = await createAccount(service);
    const [typeId, archived] = [await createContainerType(account), await createContainerType(account)];
    const theirs = await createContainerType(await createAccount(service));
    const { id } = await createDelivery(account);
    await setRows(account, id, [{ typeId, out: 1 }]);
    await ask(account, ARCHIVE, { id: archived });
    const refusal = (rows: object[], deliveryId = String(id)) =>
      refusalOf(account, SET_CONTAINERS, { deliveryId, rows });
    const good = { typeId, out: 2 };
    const cases: [object[], string, string, string][] = [
      [[good, { typeId: theirs, out: 1 }], 'rows[1].typeId', 'not_found', 'not_found'],
      [[good, good], 'rows[1].typeId', 'validation_error', 'repeated'],
      [[good, { typeId: archived, out: 1 }], 'rows[1].typeId', 'validation_error', 'archived'],
      [[{ typeId, out: 100_001 }], 'rows[0].out', 'validation_error', 'too_large'],
      [[{ typeId, back: -1 }], 'rows[0].back', 'validation_error', 'too_small'],
      [Array.from({ length: 101 }, () => good), 'rows', 'validation_error', 'too_many'],
    ];
    for (const [rows, field, code, problem] of cases)
      expect(await refusal(rows)).toMatchObject({ field, code, problem });
    expect(
      await refusal([good], String((await createDelivery(await createAccount(service))).id)),
    ).toMatchObject({ field: 'deliveryId', code: 'not_found' });
    expect(await containersOf(account, id)).toEqual([[typeId, 1, 0]]);
    await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'cancelled' } });
    expect(await refusal([good])).toMatchObject({ field: 'status', code: 'invalid_transition' });
  });

  it('keeps an archived type that the delivery has, also after completion', async () => {
    const account = await createAccount(service);
    const typeId = await createContainerType(account);
    const { id } = await createSentDelivery(account);
    await setRows(account, id, [{ typeId, out: 5 }]);
    await ask(account, ARCHIVE, { id: typeId });
    await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'completed' } });
    await setRows(account, id, [{ typeId, out: 5, back: 2 }]);
    expect((await balancesOf(account, { asOf: inDays(1) })).map(({ balance }) => balance)).toEqual([3]);
  });
});

describe('a receipt', () => {
  it('adds the containers that it names, and leaves the others', async () => {
    const account = await createAccount(service);
    const [pallet, crate, archived] = [
      await createContainerType(account, { name: 'A' }),
      await createContainerType(account, { name: 'B' }),
      await createContainerType(account, { name: 'C' }),
    ];
    const theirs = await createContainerType(await createAccount(service));
    await ask(account, ARCHIVE, { id: archived });
    const { id } = await createSentDelivery(account);
    await setRows(account, id, [
      { typeId: pallet, out: 6, back: 1 },
      { typeId: crate, out: 4 },
    ]);
    const confirm = (containers: object[]) => ({ id: String(id), input: { receivedBy: 'Bea', containers } });
    expect(
      await refusalOf(account, CONFIRM_RECEIPT, confirm([{ typeId: pallet }, { typeId: theirs, out: 1 }])),
    ).toMatchObject({ code: 'not_found', field: 'containers[1].typeId' });
    expect(await refusalOf(account, CONFIRM_RECEIPT, confirm([{ typeId: pallet, out: -1 }]))).toMatchObject({
      code: 'validation_error',
      field: 'containers[0].out',
    });
    const { confirmReceipt } = await ask(
      account,
      CONFIRM_RECEIPT,
      confirm([
        { typeId: pallet, back: 9 },
        { typeId: archived, back: 2 },
      ]),
    );
    expect(confirmReceipt.status).toBe('COMPLETED');
    expect(await containersOf(account, id)).toEqual([
      [pallet, 6, 9],
      [crate, 4, 0],
      [archived, 0, 2],
    ]);
    const other = await createSentDelivery(account);
    await setRows(account, other.id, [{ typeId: pallet, out: 1 }]);
    const none = {
      id: String(other.id),
      input: { receivedBy: 'Bea', containers: [{ typeId: pallet, out: 0 }] },
    };
    await ask(account, CONFIRM_RECEIPT, none);
    expect(await containersOf(account, other.id)).toEqual([]);
  });
});

describe('a revision', () => {
  it('takes the containers over, of which those of the old version count nothing', async () => {
    const account = await createAccount(service);
    const typeId = await createContainerType(account);
    const { id } = await createDelivery(account);
    await setRows(account, id, [{ typeId, out: 7 }]);
    await ask(account, ARCHIVE, { id: typeId });
    const revised = await revise(account, id, { deliveryDate: inDays(2) });
    expect(await containersOf(account, revised.id)).toEqual([[typeId, 7, 0]]);
    expect(await containersOf(account, id)).toEqual([[typeId, 7, 0]]);
    expect(await balancesOf(account, { asOf: inDays(3) })).toEqual([]);
    await account.call('PATCH', `/deliveries/${revised.id}`, { body: { status: 'in_transit' } });
    expect(await balancesOf(account, { asOf: inDays(1) })).toEqual([]);
    expect((await balancesOf(account, { asOf: inDays(2) })).map(({ balance }) => balance)).toEqual([7]);
  });
});
