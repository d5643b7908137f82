import { describe, expect, it } from 'vitest';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { storeFactors } from '../../../support/service/account.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { join } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, createVisitor, isSignedIn } from '../../../support/service/visitor.ts';
import { ROLES } from '../../../../src/schema/core/caller/roles.ts';

const service = useService();
const RESET = `mutation ($id: ID!, $password: String!) {
  resetPasswordOf(id: $id, password: $password) { newPassword person { id email } }
}`;

describe('an owner', () => {
  it.each(ROLES.filter((role) => role !== 'owner'))(
    'gives a %s a new password once, which ends the sessions of that person only',
    async (role) => {
      const owner = await createSignedIn(service);
      const other = await join(service, owner, 'viewer');
      const { visitor, email, id } = await join(service, owner, role);
      const { resetPasswordOf } = await owner.data(RESET, { id, password: PASSWORD });
      expect(resetPasswordOf).toEqual({
        newPassword: expect.stringMatching(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/),
        person: { id, email },
      });
      const { newPassword } = resetPasswordOf;
      expect(await Promise.all([visitor, other.visitor, owner].map(isSignedIn))).toEqual([false, true, true]);
      const known = { where: { accountId: owner.user.id, personId: BigInt(id) } };
      expect(await service.database.prisma.knownDevice.count(known)).toBe(0);
      const stranger = createVisitor(service);
      expect((await stranger.signIn(email)).json.errors).toHaveLength(1);
      expect((await stranger.signIn(email, newPassword)).json.errors).toBeUndefined();
      const { auditLog } = await owner.data(
        '{ auditLog(filter: { actions: ["password.reset"] }) { nodes { actor personId details } } }',
      );
      expect(auditLog.nodes).toEqual([
        { actor: 'SESSION', personId: expect.any(String), details: { person: id, personName: 'Ann' } },
      ]);
      expect(service.logged()).not.toContain(newPassword);
    },
  );

  it('gives none to owners, nor to people of other accounts, nor without the own password', async () => {
    const [owner, stranger] = [await createSignedIn(service), await createSignedIn(service)];
    const second = await join(service, owner, 'owner');
    const member = await join(service, owner, 'member');
    const { session } = await owner.data('{ session { person { id } } }');
    for (const id of [second.id, session.person.id]) {
      expect(await owner.refusal(RESET, { id, password: PASSWORD })).toMatchObject({
        code: 'validation_error',
        field: 'id',
      });
    }
    expect(await stranger.refusal(RESET, { id: member.id, password: PASSWORD })).toMatchObject({
      code: 'not_found',
    });
    expect(await owner.refusal(RESET, { id: member.id, password: 'wrong' })).toMatchObject({
      code: 'validation_error',
      field: 'password',
    });
    expect(await member.visitor.refusal(RESET, { id: member.id, password: PASSWORD })).toMatchObject({
      code: 'insufficient_scope',
    });
    expect(await Promise.all([second.visitor, member.visitor, owner].map(isSignedIn))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('leaves the second factor of the person on', async () => {
    const owner = await createSignedIn(service);
    const { email, id } = await join(service, owner, 'member');
    await storeFactors({ ...owner.user, database: service.database });
    await service.database.pool.query('DELETE FROM second_factors WHERE person_id <> $1', [id]);
    const { newPassword } = (await owner.data(RESET, { id, password: PASSWORD })).resetPasswordOf;
    const { json } = await createVisitor(service).signIn(email, newPassword);
    expect(json.errors[0].extensions).toMatchObject({ code: 'unauthorized', field: 'code' });
  });

  it('who loses the role while the request waits gives none', async () => {
    const first = await createSignedIn(service);
    const second = await join(service, first, 'owner');
    const member = await join(service, first, 'member');
    const refusal = await whileLocked(
      service,
      {
        lock: 'SELECT FROM people WHERE account_id = $1 FOR UPDATE',
        values: [first.user.id],
        change: (client) => client.query(`UPDATE people SET role = 'viewer' WHERE id = $1`, [second.id]),
      },
      () => second.visitor.refusal(RESET, { id: member.id, password: PASSWORD }),
    );
    expect(refusal).toMatchObject({ code: 'insufficient_scope', problem: 'role_forbidden' });
    expect(await isSignedIn(member.visitor)).toBe(true);
  });
});
