import { describe, expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { CREATE_TYPE, createContainerType, SET_CONTAINERS } from '../../../support/records/containers.ts';
import { createDriver } from '../../../support/records/drivers.ts';
import { createDelivery } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/settings.ts';

const service = useService();

const UPDATE = `mutation ($id: ID!, $input: UpdateContainerTypeInput!) {
  updateContainerType(id: $id, input: $input) { name code deposit } }`;
const ARCHIVE = 'mutation ($id: ID!) { archiveContainerType(id: $id) { archivedAt } }';
const RESTORE = 'mutation ($id: ID!) { restoreContainerType(id: $id) { archivedAt } }';
const LIST = 'query ($archived: Boolean) { containerTypes(archived: $archived) { code } }';

describe('a container type', () => {
  it('is created, changed, archived and restored, and listed by name', async () => {
    const account = await createAccount(service);
    const { createContainerType: pallet } = await ask(account, CREATE_TYPE, {
      input: { name: 'Pallet', code: 'EPAL', deposit: 12.5 },
    });
    expect(pallet).toEqual({
      id: expect.any(String),
      name: 'Pallet',
      code: 'EPAL',
      deposit: 12.5,
      archivedAt: null,
    });
    await createContainerType(account, { name: 'älter', code: 'E2' });
    await createContainerType(account, { name: 'Box', code: 'B' });
    const codes = async (archived?: boolean) =>
      (await ask(account, LIST, { archived })).containerTypes.map(({ code }: { code: string }) => code);
    expect(await codes()).toEqual(['E2', 'B', 'EPAL']);
    const { updateContainerType } = await ask(account, UPDATE, {
      id: pallet.id,
      input: { name: 'Euro pallet', deposit: null },
    });
    expect(updateContainerType).toEqual({ name: 'Euro pallet', code: 'EPAL', deposit: null });
    const { archiveContainerType } = await ask(account, ARCHIVE, { id: pallet.id });
    expect((await ask(account, ARCHIVE, { id: pallet.id })).archiveContainerType).toEqual(
      archiveContainerType,
    );
    expect([await codes(true), await codes(false)]).toEqual([['EPAL'], ['E2', 'B']]);
    expect((await ask(account, RESTORE, { id: pallet.id })).restoreContainerType).toEqual({
      archivedAt: null,
    });
    expect(await codes(false)).toHaveLength(3);
  });

  it('has a code of its own, in its account', async () => {
    const account = await createAccount(service);
    await createContainerType(account, { code: 'EPAL' });
    const other = await createContainerType(account, { code: 'E2' });
    const taken = { code: 'validation_error', field: 'code', problem: 'code_taken' };
    expect(await refusalOf(account, CREATE_TYPE, { input: { name: 'x', code: 'EPAL' } })).toMatchObject(
      taken,
    );
    expect(await refusalOf(account, UPDATE, { id: other, input: { code: 'EPAL' } })).toMatchObject(taken);
    await createContainerType(await createAccount(service), { code: 'EPAL' });
  });

  it('is refused with wrong values, and for another account', async () => {
    const account = await createAccount(service);
    const refused = async (fields: object) =>
      (await refusalOf(account, CREATE_TYPE, { input: { name: 'x', code: 'x', ...fields } }))?.field;
    expect(await refused({ code: 'x'.repeat(51) })).toBe('code');
    expect(await refused({ code: ' ' })).toBe('code');
    expect(await refused({ deposit: -0.01 })).toBe('deposit');
    expect(await refused({ deposit: 10_000_000 })).toBe('deposit');
    expect(await refused({ deposit: 0.005 })).toBe('deposit');
    await createContainerType(account, { code: 'x'.repeat(50), deposit: 9_999_999.99 });
    const id = await createContainerType(await createAccount(service));
    const input = { name: 'mine' };
    for (const [query, variables] of [
      [UPDATE, { id, input }],
      [ARCHIVE, { id }],
      [RESTORE, { id }],
    ] as const)
      expect(await refusalOf(account, query, variables)).toMatchObject({ code: 'not_found' });
  });

  it('exists at most 100 times, archived ones included', async () => {
    const account = await createAccount(service, 'free');
    await account.database.pool.query(
      `INSERT INTO container_types (account_id, name, code, archived_at)
       SELECT $1, 'x', n, now() FROM generate_series(1, 99) AS n`,
      [account.id],
    );
    const last = await createContainerType(account);
    const refusal = await refusalOf(account, CREATE_TYPE, { input: { name: 'x', code: 'x' } });
    expect(refusal).toMatchObject({
      code: 'quota_exceeded',
      problem: 'plan_limit',
      values: { what: 'container_types', max: 100 },
    });
    expect((await ask(account, ARCHIVE, { id: last })).archiveContainerType.archivedAt).not.toBeNull();
  });

  it('is seen by drivers, without its deposit', async () => {
    const account = await createSignedIn(service);
    const typeId = await createContainerType(account, { code: 'EPAL', deposit: 12.5 });
    const { id } = await createDelivery(account);
    await ask(account, SET_CONTAINERS, { deliveryId: String(id), rows: [{ typeId, out: 2 }] });
    const driver = await createDriver(service, account);
    expect(await driver.data('{ containerTypes { code archivedAt } }')).toEqual({
      containerTypes: [{ code: 'EPAL', archivedAt: null }],
    });
    const stop = (deposit: string) => `{ stop(id: "${id}") { containers { out type { code ${deposit} } } } }`;
    expect(await driver.data(stop(''))).toEqual({
      stop: { containers: [{ out: 2, type: { code: 'EPAL' } }] },
    });
    const lacks = { code: 'insufficient_scope' };
    expect(await driver.refusal(stop('deposit'))).toMatchObject(lacks);
    expect(await driver.refusal('{ containerTypes { deposit } }')).toMatchObject(lacks);
    expect(await driver.refusal('{ containerBalances(by: BRANCH) { nodes { balance } } }')).toMatchObject(
      lacks,
    );
    const { key } = await account.issue(['supermarkets:read']);
    const { json } = await account.call('POST', '//graphql', {
      key,
      body: { query: '{ containerTypes { code } }' },
    });
    expect(json.errors[0].extensions).toMatchObject({ ...lacks, values: { scope: 'deliveries:read' } });
  });
});
