import { describe, expect, it } from 'vitest';
import { resetPassword } from '../../../../src/schema/people/account/reset-password.ts';
import { useService } from '../../../support/service/service.ts';
import { join } from '../../../support/service/people.ts';
import { createSignedIn, createUser, createVisitor } from '../../../support/service/visitor.ts';

const NEW_PASSWORD = 'battery staple correct';

const service = useService();

describe('a reset of the password', () => {
  it('ends all sessions, and only the new password signs in', async () => {
    const user = await createUser(service);
    const visitor = createVisitor(service);
    await visitor.signIn(user.email);
    const { prisma } = service.database;
    await resetPassword(prisma, { email: user.email.toUpperCase(), password: NEW_PASSWORD });
    expect((await visitor.data('{ session { id } }')).session).toBeNull();
    expect((await visitor.signIn(user.email)).json.errors).toHaveLength(1);
    expect((await visitor.signIn(user.email, NEW_PASSWORD)).json.errors).toBeUndefined();
  });

  it('reaches a person of any role, and nobody else of the account', async () => {
    const owner = await createSignedIn(service);
    const driver = await join(service, owner, 'driver');
    const input = { email: driver.email, password: NEW_PASSWORD };
    const { email } = await resetPassword(service.database.prisma, input);
    expect(email).toBe(driver.email);
    const visitor = createVisitor(service);
    expect((await visitor.signIn(driver.email, NEW_PASSWORD)).json.errors).toBeUndefined();
    expect((await visitor.signIn(owner.user.email)).json.errors).toBeUndefined();
    expect((await driver.visitor.data('{ session { id } }')).session).toBeNull();
  });

  it('by mail is not offered without a mail server, and a request does not say so', async () => {
    const { email } = await createUser(service);
    const query = 'mutation($email: String!) { requestPasswordReset(email: $email) }';
    const visitor = createVisitor(service);
    expect(await visitor.data('{ passwordResetByMail }')).toEqual({ passwordResetByMail: false });
    expect(await visitor.data(query, { email })).toEqual({ requestPasswordReset: true });
  });

  it.each([
    ['an unknown e-mail', { email: 'nobody@supplier.example', password: NEW_PASSWORD }, 'not_found'],
    ['a password that is too short', { email: 'a@b.example', password: '1234567' }, 'validation_error'],
  ])('refuses %s', async (_what, input, code) => {
    await expect(resetPassword(service.database.prisma, input)).rejects.toMatchObject({
      extensions: { code },
    });
  });
});
