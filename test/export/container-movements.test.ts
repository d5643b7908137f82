import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { download, linesOf } from '../support/http/download.ts';
import { ADJUST, createContainerType, moveToDay, SET_CONTAINERS } from '../support/records/containers.ts';
import { createSentDelivery, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';

const service = useService();

it('has the movements of a supermarket by date, between the balances of the first and the last day', async () => {
  const account = await createSignedIn(service);
  const market = await createSupermarket(account);
  const [central, harbour] = market.branches;
  const pallet = await createContainerType(account, { name: 'Pallet, wooden', code: 'EPAL' });
  const crate = await createContainerType(account, { name: 'Crate', code: 'E2' });
  const deliver = async (branch: { id: number }, day: number, rows: object[], reference?: string) => {
    const place = { supermarket_id: market.id, subchain_id: branch.id };
    const { id } = await createSentDelivery(account, { ...place, ...(reference && { reference }) });
    await ask(account, SET_CONTAINERS, { deliveryId: String(id), rows });
    await moveToDay(account, id, inDays(day));
    return id;
  };
  await deliver(central, -40, [{ typeId: pallet, out: 3 }]);
  const first = await deliver(central, -9, [{ typeId: pallet, out: 10, back: 4 }], 'LS-1');
  const second = await deliver(harbour, -5, [{ typeId: crate, out: 7 }]);
  const adjustment = { supermarketId: String(market.id), branchId: String(central.id), typeId: pallet };
  await ask(account, ADJUST, { ...adjustment, quantity: -1, reason: '=broken', date: inDays(-2) });
  const [from, to] = [inDays(-30), inDays(0)];
  const path = `container-movements.csv?supermarketId=${market.id}&from=${from}&to=${to}`;
  const lines = await linesOf(service, account, path);
  expect(lines).toEqual([
    '"date","type_code","type","delivery","reference","branch","out","back","adjustment","reason","balance"',
    `"${from}","E2","Crate",,,,,,,,0`,
    `"${from}","EPAL","Pallet, wooden",,,,,,,,3`,
    `"${inDays(-9)}","EPAL","Pallet, wooden",${first},"LS-1","Central",10,4,,,9`,
    `"${inDays(-5)}","E2","Crate",${second},,"Harbour",7,0,,,7`,
    `"${inDays(-2)}","EPAL","Pallet, wooden",,,"Central",,,-1,"'=broken",8`,
    `"${to}","E2","Crate",,,,,,,,7`,
    `"${to}","EPAL","Pallet, wooden",,,,,,,,8`,
  ]);
  expect(await linesOf(service, account, `${path}&branchId=${harbour.id}`)).toHaveLength(4);
  // A key without the supermarkets does not see the branch of an adjustment.
  const { key } = await account.issue(['deliveries:read']);
  const byKey = await fetch(`${service.url}/export/${path}`, { headers: { Authorization: `Bearer ${key}` } });
  expect(await byKey.text()).toContain(`"EPAL","Pallet, wooden",,,,,,-1`);
});

it('carries the balance through a file of several parts', async () => {
  const account = await createSignedIn(service);
  const market = await createSupermarket(account);
  const typeId = await createContainerType(account, { code: 'EPAL' });
  await account.database.pool.query(
    `INSERT INTO container_adjustments (account_id, supermarket_id, type_id, quantity, reason, date)
     SELECT $1, $2, $3, 1, 'x', $4::date FROM generate_series(1, 250)`,
    [account.id, market.id, typeId, inDays(-1)],
  );
  const path = `container-movements.csv?supermarket_id=${market.id}&from=${inDays(-1)}&to=${inDays(0)}`;
  const balances = (await linesOf(service, account, path)).slice(1).map((line) => Number(/\d+$/.exec(line)));
  expect(balances).toEqual([...Array.from({ length: 251 }, (_, at) => at), 250]);
});

it('is refused for other supermarkets and wrong days', async () => {
  const account = await createSignedIn(service);
  const market = await createSupermarket(await createSignedIn(service));
  const mine = await createSupermarket(account);
  const refusal = async (query: string) => {
    const response = await download(service, account, `container-movements.csv?${query}`);
    const { error } = (await response.json()) as { error: { code: string; field: string | null } };
    return [response.status, error.code, error.field];
  };
  const days = 'from=2026-01-01&to=2026-01-31';
  expect(await refusal(`supermarketId=${market.id}&${days}`)).toEqual([404, 'not_found', null]);
  expect(await refusal(days)).toEqual([400, 'validation_error', 'supermarketId']);
  const ours = `supermarketId=${mine.id}`;
  expect(await refusal(`${ours}&from=2026-01-02&to=2026-01-01`)).toEqual([400, 'validation_error', 'to']);
  expect(await refusal(`${ours}&from=2026-01-01&to=2029-01-05`)).toEqual([400, 'validation_error', 'to']);
});
