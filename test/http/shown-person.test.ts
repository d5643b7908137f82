import { expect, it } from 'vitest';
import { useService } from '../support/service/service.ts';
import { PASSWORD } from '../support/service/open-session.ts';
import { createSignedIn, createVisitor } from '../support/service/visitor.ts';

const service = useService();
const CHANGE = 'mutation($name: String!) { updateAccount(input: {name: $name}) { name } }';

it('refuses what a page sends that shows another person than the one who is signed in', async () => {
  const visitor = await createSignedIn(service);
  const { session } = await visitor.data('{ session { person { id } } }');
  const change = (name: string, shown: string) =>
    visitor.ask(CHANGE, { variables: { name }, headers: { 'Provender-Person': shown } });
  const nameNow = async () => (await visitor.data('{ account { name } }')).account.name;

  const refused = await change('Theirs', String(Number(session.person.id) + 1));
  expect(refused.json.errors[0].extensions.code).toBe('unauthorized');
  expect(await nameNow()).toBe('Supplier');

  expect((await change('Mine', session.person.id)).json.errors).toBeUndefined();
  expect(await nameNow()).toBe('Mine');
});

it('lets somebody sign in from a page that shows another person', async () => {
  const { user } = await createSignedIn(service);
  const visitor = createVisitor(service);
  const headers = { 'Provender-Person': '1' };
  const query =
    'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { id } }';
  const variables = { email: user.email, password: PASSWORD };
  expect((await visitor.ask(query, { variables, headers })).json.errors).toBeUndefined();
});
