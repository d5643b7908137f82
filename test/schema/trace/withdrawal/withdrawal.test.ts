import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createLine, move } from '../../../support/records/lots.ts';
import { createProduct, createReturn, createSupermarket } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const SHOWN = `id kind lots closedAt closedReason notices { id branch { name } quantity acknowledgedBy sentBy quantityFound }
  progress { branches notified acknowledged delivered accountedFor }`;
const CREATE = `mutation ($input: CreateWithdrawalInput!) { createWithdrawal(input: $input) { ${SHOWN} } }`;
const ACKNOWLEDGE = `mutation ($id: ID!, $input: AcknowledgeNoticeInput!) {
  acknowledgeNotice(id: $id, input: $input) { acknowledgedBy acknowledgedAt sentAt }
}`;
const CLOSE =
  'mutation ($id: ID!) { closeWithdrawal(id: $id, reason: "All back") { closedAt closedReason } }';
const TEXTS = { reason: 'Glass found', instruction: 'Destroy it' };

describe('a withdrawal', () => {
  it('has a notice for each branch that got the lots, is acknowledged, and is closed', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const market = await createSupermarket(account);
    const to = (branch: number, lots: object[]) =>
      createLine(account, lots, {
        product,
        delivery: { supermarket_id: market.id, subchain_id: market.branches[branch].id },
      });
    const sent = [await to(0, [{ lot: 'A', quantity: 6 }]), await to(0, [{ lot: 'A', quantity: 2 }])];
    sent.push(await to(1, [{ lot: 'B', use_by: '2099-12-20', quantity: 5 }]));
    for (const line of sent) await move(account, line, 'in_transit');
    await to(1, [{ lot: 'A', quantity: 3 }]);
    const { deliveryId, productId } = sent[0]!;
    await createReturn(account, { delivery_id: deliveryId, product_id: productId, quantity: 1, lot: 'A' });
    const input = { kind: 'RECALL', productId: String(product.id), lots: ['A'], ...TEXTS };
    const { createWithdrawal: recall } = await ask(account, CREATE, { input });
    expect(recall.notices).toMatchObject([
      { branch: { name: 'Central' }, quantity: 7, acknowledgedBy: null },
    ]);
    const found = { acknowledgedBy: 'Ms Doe', sentBy: 'PHONE', quantityFound: 4 };
    await ask(account, ACKNOWLEDGE, { id: recall.notices[0].id, input: found });
    const { withdrawal } = await ask(account, `query ($id: ID!) { withdrawal(id: $id) { ${SHOWN} } }`, {
      id: recall.id,
    });
    expect(withdrawal.notices).toMatchObject([found]);
    expect(withdrawal.progress).toEqual({
      branches: 1,
      notified: 1,
      acknowledged: 1,
      delivered: 7,
      accountedFor: 4,
    });
    const dates = { kind: 'TEST', productId: String(product.id), bestBeforeTo: '2099-12-31', ...TEXTS };
    const { createWithdrawal: test } = await ask(account, CREATE, { input: dates });
    expect(test.notices).toMatchObject([{ branch: { name: 'Harbour' }, quantity: 5 }]);
    const LIST = '{ withdrawals { nodes { kind } } delivery(id: $id) { products { lots { isWithdrawn } } } }';
    const listed = await ask(account, `query ($id: ID!) ${LIST}`, { id: deliveryId });
    expect(listed.withdrawals.nodes).toEqual([{ kind: 'TEST' }, { kind: 'RECALL' }]);
    expect(listed.delivery.products).toEqual([{ lots: [{ isWithdrawn: true }] }]);
    const other = await ask(account, `query ($id: ID!) ${LIST}`, { id: sent[2]!.deliveryId });
    // A test flags nothing.
    expect(other.delivery.products).toEqual([{ lots: [{ isWithdrawn: false }] }]);
    const { id } = recall;
    expect((await ask(account, CLOSE, { id })).closeWithdrawal).toMatchObject({ closedReason: 'All back' });
    const closed = { code: 'invalid_transition', field: 'id' };
    expect(await refusalOf(account, CLOSE, { id })).toMatchObject(closed);
    const late = { id: recall.notices[0].id, input: found };
    expect(await refusalOf(account, ACKNOWLEDGE, late)).toMatchObject(closed);
  });

  it('is refused when something is wrong, and is nobody else’s', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    const good = { kind: 'WITHDRAWAL', productId: String(product.id), lots: ['A'], ...TEXTS };
    const refused = async (fields: object, field: string) =>
      expect(await refusalOf(account, CREATE, { input: { ...good, ...fields } })).toMatchObject({ field });
    await refused({ lots: null }, 'lots');
    await refused({ bestBeforeFrom: '2099-12-01' }, 'lots');
    await refused({ reason: ' ' }, 'reason');
    await refused({ lots: null, bestBeforeFrom: '2099-12-02', bestBeforeTo: '2099-12-01' }, 'bestBeforeTo');
    await refused({ productId: '9007199254740991' }, 'productId');
    const { id } = (await ask(account, CREATE, { input: good })).createWithdrawal;
    const stranger = await createAccount(service);
    expect(
      (await ask(stranger, `query ($id: ID!) { withdrawal(id: $id) { id } }`, { id })).withdrawal,
    ).toBeNull();
    expect(await refusalOf(stranger, CLOSE, { id })).toMatchObject({ code: 'not_found' });
    expect(await refusalOf(stranger, CREATE, { input: good })).toMatchObject({ code: 'not_found' });
    const branch = (await createSupermarket(account)).branches[0].id;
    const notice = { id: `${id}-${branch}`, input: { acknowledgedBy: 'Ms Doe' } };
    for (const other of [account, stranger]) {
      expect(await refusalOf(other, ACKNOWLEDGE, notice)).toMatchObject({ code: 'not_found' });
    }
  });
});
