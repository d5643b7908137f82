import { randomUUID } from 'node:crypto';
import type { Role } from '../../../src/schema/core/caller/roles.ts';
import { PASSWORD } from './open-session.ts';
import type { TestService } from './service.ts';
import { createVisitor, type Visitor } from './visitor.ts';

export const INVITE = `mutation($input: InvitePersonInput!) {
  invitePerson(input: $input) { link isMailed invitation { id email role } }
}`;
export const ACCEPT = `mutation($token: String!, $password: String!) {
  acceptInvitation(token: $token, password: $password) { account { id } person { id email name role } }
}`;

/** Invites someone as the owner. Returns the token of the invitation, and the invited address. */
export async function invite(owner: Visitor, role: Role, email = `${randomUUID()}@supplier.example`) {
  const input = { email: email.toUpperCase(), name: 'Ann', role: role.toUpperCase() };
  const { link, isMailed, invitation } = (await owner.data(INVITE, { input })).invitePerson;
  return { token: String(link).split('#').at(-1)!, link, isMailed, invitation, email };
}

/** Returns the browser of a new person with a role, and their id. */
export async function join(service: Pick<TestService, 'url'>, owner: Visitor, role: Role) {
  const { token, email } = await invite(owner, role);
  const visitor = createVisitor(service);
  const { acceptInvitation } = await visitor.data(ACCEPT, { token, password: PASSWORD });
  return { visitor, email, id: acceptInvitation.person.id as string };
}
