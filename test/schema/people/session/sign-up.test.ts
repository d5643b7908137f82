import { beforeEach, describe, expect, it } from 'vitest';
import { useService } from '../../../support/service/service.ts';
import { createVisitor } from '../../../support/service/visitor.ts';

const open = useService({ signUp: true });
const closed = useService({ own: 'removes rows that others may have' });
const SIGN_UP =
  'mutation($input: SignUpInput!) { signUp(input: $input) { isCurrent account { name email plan currency } } }';
const INPUT = { name: 'Green Farm', email: 'Owner@Farm.example', password: 'correct horse' };

beforeEach(() => open.database.pool.query('DELETE FROM rate_limits'));

describe('signing up', () => {
  it('opens an account on the Free plan and signs in', async () => {
    const visitor = createVisitor(open);
    expect(await visitor.data('{ signUpAllowed }')).toEqual({ signUpAllowed: true });
    const { signUp } = await visitor.data(SIGN_UP, { input: INPUT });
    expect(signUp).toEqual({
      isCurrent: true,
      account: { name: 'Green Farm', email: 'owner@farm.example', plan: 'FREE', currency: 'EUR' },
    });
    expect((await visitor.data('{ account { name } }')).account).toEqual({ name: 'Green Farm' });
    const again = createVisitor(open);
    expect((await again.signIn(INPUT.email, INPUT.password)).json.errors).toBeUndefined();
  });

  it('creates nothing when the e-mail is taken', async () => {
    const input = { ...INPUT, email: 'taken@farm.example' };
    const owner = createVisitor(open);
    await owner.data(SIGN_UP, { input });
    const visitor = createVisitor(open);
    const refusal = await visitor.refusal(SIGN_UP, { input: { ...input, password: 'another one' } });
    expect(refusal).toMatchObject({
      code: 'validation_error',
      field: 'email',
      message: 'email is already in use',
    });
    expect(visitor.cookies.size).toBe(0);
    expect((await owner.data('{ sessions { id } }')).sessions).toHaveLength(1);
  });

  it.each<[string, Partial<typeof INPUT>, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['no e-mail address', { email: 'farm' }, 'email'],
    ['a short password', { password: '1234567' }, 'password'],
  ])('names the field at fault: %s', async (_what, change, field) => {
    const input = { ...INPUT, email: 'other@farm.example', ...change };
    expect(await createVisitor(open).refusal(SIGN_UP, { input })).toMatchObject({
      code: 'validation_error',
      field,
    });
  });

  it('allows few attempts for each address, so that nobody can find out who has an account', async () => {
    const visitor = createVisitor(open);
    await visitor.ask(SIGN_UP, { variables: { input: INPUT } });
    for (let tries = 1; tries < 10; tries++) {
      expect(await visitor.refusal(SIGN_UP, { input: INPUT })).toMatchObject({ field: 'email' });
    }
    const refusal = await visitor.refusal(SIGN_UP, { input: INPUT });
    expect(refusal).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) });
  });

  it('is refused where it is disabled', async () => {
    const visitor = createVisitor(closed);
    expect(await visitor.data('{ signUpAllowed }')).toEqual({ signUpAllowed: false });
    expect(await visitor.refusal(SIGN_UP, { input: INPUT })).toMatchObject({ code: 'insufficient_scope' });
    expect(await closed.database.prisma.account.count()).toBe(0);
  });
});
