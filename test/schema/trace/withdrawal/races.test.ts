import { expect, it } from 'vitest';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createLine, move } from '../../../support/records/lots.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
const CREATE = `mutation ($input: CreateWithdrawalInput!) { createWithdrawal(input: $input) { id notices { id } } }`;
const CLOSE = 'mutation ($id: ID!) { closeWithdrawal(id: $id, reason: "All back") { id } }';
const ACKNOWLEDGE = `mutation ($id: ID!) { acknowledgeNotice(id: $id, input: { acknowledgedBy: "Ms Doe" }) { id } }`;
const LOCK = 'SELECT FROM withdrawals WHERE id = $1 FOR UPDATE';

/** Starts the withdrawal of a lot that a branch got. */
async function start(account: TestAccount): Promise<{ id: string; notices: { id: string }[] }> {
  const line = await createLine(account, [{ lot: 'A', quantity: 6 }]);
  await move(account, line, 'in_transit');
  const input = {
    kind: 'RECALL',
    productId: String(line.productId),
    lots: ['A'],
    reason: 'Glass found',
    instruction: 'Destroy it',
  };
  return (await ask(account, CREATE, { input })).createWithdrawal;
}

it('a withdrawal is closed once when two requests race', async () => {
  const account = await createAccount(service);
  const { id } = await start(account);
  const closeOnce = async () =>
    (await account.call('POST', '//graphql', { body: { query: CLOSE, variables: { id } } })).json;
  const answers = await whileLocked(service, { lock: LOCK, values: [id], waiting: 2 }, () =>
    Promise.all([closeOnce(), closeOnce()]),
  );
  expect(answers.filter(({ errors }) => errors)).toHaveLength(1);
});

it('a notice is not acknowledged once its withdrawal is closed', async () => {
  const account = await createAccount(service);
  const { id, notices } = await start(account);
  const refusal = await whileLocked(
    service,
    {
      lock: LOCK,
      values: [id],
      change: (client) =>
        client.query(`UPDATE withdrawals SET closed_at = now(), closed_reason = 'x' WHERE id = $1`, [id]),
    },
    () => refusalOf(account, ACKNOWLEDGE, { id: notices[0]!.id }),
  );
  expect(refusal).toMatchObject({ code: 'invalid_transition' });
});
