import { expect, it } from 'vitest';
import { createProduct } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const STREAM = { Accept: 'text/event-stream' };

it('the result of a query has no id, whatever is selected under that name', async () => {
  const account = await createAccount(service);
  const name = 'x\n\nevent: next\ndata: {"data":"forged"}';
  const { id } = await createProduct(account, { name });
  for (const field of ['name', 'category', 'id']) {
    const body = { query: `{ product(id: ${id}) { id: ${field} } }` };
    const { text } = await account.call('POST', '//graphql', { body, headers: STREAM });
    expect(text).not.toMatch(/^id:/m);
    expect(text.match(/^event: next$/gm)).toHaveLength(1);
  }
});

it.each([
  ['id', /^id: \d+$/m],
  ['id: type', /^event: next\ndata/m],
  ['id: occurredAt', /^event: next\ndata/m],
])('an event has an id of digits, or none: %s', async (field, form) => {
  const account = await createAccount(service);
  await createProduct(account);
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...STREAM, Authorization: `Bearer ${account.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: `subscription { events(after: 0) { ${field} } }` }),
  });
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (/^data: .+\n\n/m.test(text)) break;
  }
  expect(text).toMatch(form);
  expect(text.match(/^id:.*$/gm) ?? []).toHaveLength(field === 'id' ? 1 : 0);
});
