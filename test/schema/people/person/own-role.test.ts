import { expect, it } from 'vitest';
import { join } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/visitor.ts';

const service = useService();

it('an owner who leaves does nothing more in the rest of the request, and is in the audit log', async () => {
  const first = await createSignedIn(service);
  const { visitor, id } = await join(service, first, 'owner');
  const { json } = await visitor.ask(
    `mutation ($id: ID!) {
      removePerson(id: $id)
      updateAccount(input: { name: "Taken over" }) { name }
    }`,
    { variables: { id } },
  );
  expect(json.data).toEqual({ removePerson: id, updateAccount: null });
  const { auditLog } = await first.data(
    '{ auditLog(filter: { actions: ["person.removed"] }) { nodes { personId } } }',
  );
  expect(auditLog.nodes).toEqual([{ personId: id }]);
});

it('an owner who gives up the role has the new one in the rest of the request', async () => {
  const first = await createSignedIn(service);
  const { visitor, id } = await join(service, first, 'owner');
  const { json } = await visitor.ask(
    `mutation ($id: ID!) {
      changeRole(id: $id, role: VIEWER) { role }
      updateAccount(input: { name: "Taken over" }) { name }
    }`,
    { variables: { id } },
  );
  expect(json.data).toEqual({ changeRole: { role: 'VIEWER' }, updateAccount: null });
  expect(json.errors[0].extensions.code).toBe('insufficient_scope');
});
