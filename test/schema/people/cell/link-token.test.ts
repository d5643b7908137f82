import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createAccount } from '../../../../src/schema/people/account/create-account.ts';
import { type TestCell, useCells } from '../../../support/service/cells.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { createVisitor } from '../../../support/service/visitor.ts';

const [a1, b2] = useCells();
const newEmail = () => `${randomUUID()}@supplier.example`;

/** Returns a browser that is signed in to a new account of a cell. */
async function ownerIn(cell: TestCell) {
  const email = newEmail();
  await createAccount(cell.database.prisma, { email, password: PASSWORD }, cell.directory);
  const visitor = createVisitor(cell);
  expect((await visitor.signIn(email)).json.errors).toBeUndefined();
  return visitor;
}

it('an invitation is shown and accepted at its cell, wherever its link is opened', async () => {
  const owner = await ownerIn(b2);
  const email = newEmail();
  const invite = `mutation { invitePerson(input: { email: "${email}", name: "Ann", role: MEMBER }) { link } }`;
  const { link } = (await owner.data(invite)).invitePerson;
  const [, token] = String(link).split('#');
  expect(token).toMatch(/^[\w-]{43}\.b2$/);
  const offer = `{ invitationOffer(token: "${token}") { email } }`;
  const accept = `mutation { acceptInvitation(token: "${token}", password: "${PASSWORD}") { id } }`;

  // A session ends only by signing out.
  const signedIn = await ownerIn(a1);
  for (const query of [offer, accept]) {
    const { status, json, setCookies } = await signedIn.ask(query);
    expect([status, json.errors[0].message]).toEqual([200, expect.stringContaining('Sign out')]);
    expect(setCookies.join()).not.toContain('b2');
  }
  for (const query of [offer, accept]) {
    const guest = createVisitor(a1);
    const there = await guest.ask(query);
    expect([there.status, there.headers.get('Location')]).toEqual([307, '/graphql']);
    expect(guest.cookies.get('provender_cell')).toBe('b2');
    const { status, json } = await guest.ask(query, { headers: { Origin: b2.url } }, b2);
    expect([status, json.errors]).toEqual([200, undefined]);
  }
  expect(await a1.directory.cellOf(email)).toBe('b2');
});
