import { expect, it } from 'vitest';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { storeFactors } from '../../../support/service/account.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { join } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/visitor.ts';

const service = useService();
const STOP_OF =
  'mutation ($id: ID!, $password: String!) { stopSecondFactorOf(id: $id, password: $password) }';

const factorsOf = async (id: bigint) =>
  (await service.database.pool.query('SELECT FROM second_factors WHERE account_id = $1', [id])).rowCount;

it('the second factor of a person of another account is not found', async () => {
  const [owner, stranger] = [await createSignedIn(service), await createSignedIn(service)];
  await storeFactors({ ...owner.user, database: service.database });
  const { session } = await owner.data('{ session { person { id } } }');
  const refusal = await stranger.refusal(STOP_OF, { id: session.person.id, password: PASSWORD });
  expect(refusal).toMatchObject({ code: 'not_found' });
  expect(await factorsOf(owner.user.id)).toBe(1);
});

it('an owner who loses the role while the request waits turns off no second factor of others', async () => {
  const first = await createSignedIn(service);
  const second = await join(service, first, 'owner');
  await storeFactors({ ...first.user, database: service.database });
  const { session } = await first.data('{ session { person { id } } }');
  const refusal = await whileLocked(
    service,
    {
      lock: 'SELECT FROM people WHERE account_id = $1 FOR UPDATE',
      values: [first.user.id],
      change: (client) => client.query(`UPDATE people SET role = 'viewer' WHERE id = $1`, [second.id]),
    },
    () => second.visitor.refusal(STOP_OF, { id: session.person.id, password: PASSWORD }),
  );
  expect(refusal).toMatchObject({ code: 'insufficient_scope' });
  expect(await factorsOf(first.user.id)).toBe(2);
});
