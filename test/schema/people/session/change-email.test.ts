import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, createUser, createVisitor } from '../../../support/service/visitor.ts';

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

  it('is in the audit log if the password is wrong, also under an Idempotency-Key', async () => {
    const visitor = await createSignedIn(service);
    for (const key of [null, 'change']) {
      const variables = { password: 'not this one', email: freshEmail() };
      const { json } = await visitor.ask(CHANGE, { variables, headers: { 'Idempotency-Key': key } });
      expect(json.errors[0].extensions.field).toBe('currentPassword');
    }
    const { auditLog } = await visitor.data(
      '{ auditLog(filter: { actions: ["email.refused"] }) { nodes { actor } } }',
    );
    expect(auditLog.nodes).toEqual([{ actor: 'SESSION' }, { actor: 'SESSION' }]);
  });

  it('is refused if the e-mail is taken', async () => {
    const { email } = await createUser(service);
    const visitor = await createSignedIn(service);
    const refusal = await visitor.refusal(CHANGE, { password: PASSWORD, email });
    expect(refusal).toMatchObject({ code: 'validation_error', field: 'email' });
  });

  it('is possible five times a day, successful or not, over all sessions of the person', async () => {
    const taken = await createUser(service);
    const user = await createUser(service);
    let { email } = user;
    const attempts = [];
    for (let time = 0; time < 8; time++) {
      const visitor = createVisitor(service);
      await visitor.signIn(email);
      const next = time % 2 ? freshEmail() : taken.email;
      const { json } = await visitor.ask(CHANGE, { variables: { password: PASSWORD, email: next } });
      attempts.push(json.errors?.[0].extensions.code ?? 'changed');
      email = json.data?.changeEmail?.email ?? email;
    }
    const [refused, changed, limited] = ['validation_error', 'changed', 'rate_limited'];
    expect(attempts).toEqual([refused, changed, refused, changed, refused, limited, limited, limited]);
  });
});
