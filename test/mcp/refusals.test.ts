import { expect, it } from 'vitest';
import { request } from '../support/http/http.ts';
import { sendRaw } from '../support/http/wire.ts';
import { connect } from '../support/mcp/connect.ts';
import { type LogRow, requestLogOf } from '../support/records/request-log.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { PATIENCE } from '../support/webhook/webhook.ts';

const service = useService();
const { rowsOf } = requestLogOf(service);
const ACCEPT = { Accept: 'application/json, text/event-stream' };

/** Returns the failed requests of assistants, oldest first, once the log has them. */
async function refusalsOf(account: TestAccount, count: number): Promise<LogRow[]> {
  const failed = () => rowsOf(account, { failed: true, path: '/mcp' });
  await expect.poll(async () => (await failed()).length, PATIENCE).toBe(count);
  return (await failed()).toReversed();
}

it.each(['2026-07-28', '2025-11-25'] as const)(
  'logs what an assistant of %s was refused, with its code, and explains it',
  async (revision) => {
    const account = await createAccount(service);
    const { call } = await connect(service, account.key, revision);
    const wrong = await call('find_products', { limit: 'many', colour: 'red' });
    expect(wrong.errors).toEqual([
      expect.objectContaining({ code: 'validation_error', field: 'colour' }),
      expect.objectContaining({ code: 'validation_error', field: 'limit' }),
    ]);
    expect((await call('get_delivery', { id: 404404 })).errors![0]).toMatchObject({ code: 'not_found' });
    await call('run_query', { query: '{ apiKeys { id } account { id } }' });
    const rows = await refusalsOf(account, 3);
    expect(rows.map(({ status, failed, code, field }) => [status, failed, code, field])).toEqual([
      [200, true, 'validation_error', 'colour'],
      [200, true, 'not_found', null],
      [200, true, 'insufficient_scope', null],
    ]);
    expect(rows[0]!.message).toMatch(/'colour'/);
    const { answer } = await call('explain_error', { request_id: rows[1]!.id });
    expect(answer).toMatchObject({ code: 'not_found', status: 404 });
    expect(answer.request.untrusted_text.message).toMatch(/^No delivery/);
  },
);

it('gives its own refusals of messages a code and a field, in the answer and in the log', async () => {
  const account = await createAccount(service);
  const { key } = account;
  const send = async (body: object, headers: Record<string, string> = {}) => {
    const sent = await request(service.url, 'POST', '//mcp', {
      key,
      body,
      headers: { ...ACCEPT, ...headers },
    });
    const { text } = sent;
    const json = JSON.parse(text.startsWith('{') ? text : /^data: (.*)$/m.exec(text)![1]!);
    return json.error.data;
  };
  const message = { jsonrpc: '2.0', id: 1, params: {} };
  const of = (method: string, params: object = {}) => ({ ...message, method, params });
  expect(await send(of('tools/call', { name: 'drop_tables' }))).toMatchObject({
    code: 'not_found',
    field: 'name',
  });
  expect(await send(of('nothing/here'))).toMatchObject({ code: 'not_found', field: 'method' });
  expect(await send({ nothing: true })).toMatchObject({ code: 'validation_error', field: null });
  expect(await send(of('tools/call', { name: 7 }))).toMatchObject({
    code: 'validation_error',
    field: 'params',
  });
  expect(await send(of('tools/list'), { 'MCP-Protocol-Version': '1999-01-01' })).toMatchObject({
    code: 'validation_error',
  });
  const rows = await refusalsOf(account, 5);
  expect(rows.map(({ code }) => code)).toEqual([
    'not_found',
    'not_found',
    'validation_error',
    'validation_error',
    'validation_error',
  ]);
});

it('gives refusals of hosts and origins a code and a field', async () => {
  const { key } = await createAccount(service);
  const sendAs = async (more: Record<string, string>) => {
    const headers = {
      ...ACCEPT,
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      ...more,
    };
    const sent = await sendRaw(service.url, { method: 'POST', target: '/mcp', headers, body: '{}' });
    return [sent.status, sent.json.error.data];
  };
  const code = 'insufficient_scope';
  expect(await sendAs({ Host: 'evil.example' })).toEqual([
    403,
    { code, field: 'Host', problem: 'host_forbidden', values: null },
  ]);
  expect(await sendAs({ Origin: 'https://evil.example' })).toEqual([
    403,
    { code, field: 'Origin', problem: 'origin_forbidden', values: null },
  ]);
});
