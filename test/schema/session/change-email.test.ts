import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../support/service/open-session.ts';
import { useService } from '../../support/service/service.ts';
import { createSignedIn, createUser, createVisitor } from '../../support/service/visitor.ts';

const CHANGE = `mutation ($password: String!, $email: String!) {
  changeEmail(currentPassword: $password, email: $email) { email }
}`;

const service = useService();
let made = 0;
const freshEmail = () => `Fresh-${process.pid}-${++made}@Supplier.example`;

describe('a change of the e-mail', () => {
  it('lets the user sign in with the new one only, and keeps the session', async () => {
    const user = await createUser(service);
    const visitor = createVisitor(service);
    await visitor.signIn(user.email);
    const email = freshEmail();
    const { changeEmail } = await visitor.data(CHANGE, { password: PASSWORD, email });
    expect(changeEmail).toEqual({ email: email.toLowerCase() });
    expect((await visitor.data('{ session { id } }')).session).not.toBeNull();
    const other = createVisitor(service);
    expect((await other.signIn(user.email)).json.errors).toHaveLength(1);
    expect((await other.signIn(email)).json.errors).toBeUndefined();
  });

  it.each([
    ['a wrong password', { password: 'not this one', email: freshEmail() }, 'currentPassword'],
    ['something that is no e-mail', { password: PASSWORD, email: 'no e-mail' }, 'email'],
  ])('refuses %s', async (_what, variables, field) => {
    const visitor = await createSignedIn(service);
    expect(await visitor.refusal(CHANGE, variables)).toMatchObject({ code: 'validation_error', field });
  });

  it('refuses an e-mail that is taken, and further attempts after a few', async () => {
    const taken = await createUser(service);
    const visitor = await createSignedIn(service);
    const codes: string[] = [];
    for (let tries = 0; tries < 11; tries++) {
      codes.push((await visitor.refusal(CHANGE, { password: PASSWORD, email: taken.email })).code);
    }
    expect(codes[0]).toBe('validation_error');
    expect(codes.at(-1)).toBe('rate_limited');
  });
});
