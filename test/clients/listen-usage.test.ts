import { describe, expect, it } from 'vitest';
import { CALLBACKS } from '../../packages/client/callbacks.ts';
import { createForwarder, type Forwarded } from '../../packages/client/command/forwarder.ts';
import { createReporter } from '../../packages/client/command/reporter.ts';
import { PATIENCE } from '../support/graphql/live.ts';
import { createProduct } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { codeBlocks, lastingOf, sectionOf, textOf } from '../support/text/markdown.ts';
import { expectSigned, useMachine } from '../support/webhook/listening.ts';
import { answerWith, closedPort, hang, startReceiver } from '../support/webhook/receiver.ts';

const service = useService();
const { start } = useMachine();

describe('provender listen', () => {
  it('follows no redirect, and gives up after its time limit, without delaying other URLs', async () => {
    await using elsewhere = await startReceiver(200);
    await using redirecting = await startReceiver(answerWith(307, '', { Location: elsewhere.url }));
    await using silent = await startReceiver(hang);
    const forwarded: Forwarded[] = [];
    const { forward, drained } = createForwarder({
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      source: '',
      signal: new AbortController().signal,
      onForwarded: (each) => forwarded.push(each),
      timeoutMs: 3_000,
    });
    const event = { type: 'product.created', occurredAt: '', body: '{}' };
    await forward({ id: '1', ...event }, [silent.url, redirecting.url]);
    await forward({ id: '2', ...event }, [redirecting.url]);
    await drained();
    expect(forwarded.map(({ event, url, status, error }) => [event.id, url, status, error])).toEqual([
      ['1', redirecting.url, 307, 'redirect_not_followed'],
      ['2', redirecting.url, 307, 'redirect_not_followed'],
      ['1', silent.url, null, 'timeout'],
    ]);
    expect(elsewhere.callbacks).toEqual([]);
  });

  it('marks a resend in the lines for people', () => {
    let text = '';
    const report = createReporter({ out: (line) => (text += line), err: () => {} }, false);
    report.event({ id: '25', type: 'product.created', occurredAt: '', body: '{}', resendOf: '17' });
    expect(text).toMatch(/--> product\.created \[25\] \(resend of 17\)\n$/);
  });

  it('waits as long as it is asked to, at most an hour', async () => {
    await using busy = await startReceiver(answerWith(503, '', { 'Retry-After': '99999999999' }));
    const { said } = start(['listen', '--url', busy.url, '--key', 'prv_x', '--json']);
    await expect.poll(() => said.out, PATIENCE).toMatch(/"retry_in_ms":3600000}\n$/);
    expect(busy.callbacks).toHaveLength(1);
  });

  it('ends with one line and 1 when it is refused or finds no service, with 2 for wrong usage', async () => {
    const account = await createAccount(service);
    const { key } = await account.issue(['products:read']);
    await using other = await startReceiver(200);
    const on = (url: string, withKey = key) => ['--url', url, '--key', withKey];
    const closed = `http://127.0.0.1:${await closedPort()}`;
    const cases: [number, string[], RegExp][] = [
      [1, on(service.url, `${key.slice(0, -1)}_`), /^This API key is incomplete or mistyped: /],
      [1, on(closed), /^No connection to http:\S+ \(ECONNREFUSED\)$/],
      [1, on(other.url), /^http:\S+ is not a Provender service: \S+ returned status 200$/],
      [1, on(`${service.url}/docs`), /is not a Provender service/],
      [1, [...on(service.url), '--since', '9007199254740991'], /^--since must be the id of an event/],
      [1, [...on(service.url), '--events', 'return.created'], /returns:read/],
      [1, [...on(service.url), '--replay', '3', '--events', 'all'], /deliveries:read/],
      [2, ['--key', key], /^error: --url is required, or PROVENDER_URL$/],
      [2, ['--url', service.url], /^error: --key is required, or PROVENDER_API_KEY$/],
      [2, [...on('nowhere')], /^error: --url must be a URL/],
      [
        2,
        [...on(service.url), '--events', 'product.gone'],
        /^error: Unknown event product\.gone\. Supported: delivery/,
      ],
      [2, [...on(service.url), '--route', 'all'], /^error: --route must be like/],
      [2, [...on(service.url), '--since', 'yesterday'], /^error: --since must be an ISO 8601 time/],
      [2, [...on(service.url), '--replay', '101'], /^error: --replay must be an integer from 1 to 100/],
      [2, [...on(service.url), '--replay', '1', '--since', '0'], /^error: --since and --replay exclude/],
      [2, [...on(service.url), '--nothing'], /^error: Unknown option '--nothing'$/],
      [2, [...on(service.url), 'more'], /^error: Unexpected argument 'more'$/],
    ];
    for (const [code, args, message] of cases) {
      const { said, ...command } = start(['listen', ...args]);
      expect([args, await command.code, said.out]).toEqual([args, code, '']);
      expect(said.err).toMatch(/^[^\n]+\n$/);
      expect(said.err.trim()).toMatch(message);
    }
  });
});

describe('the commands of the guide', () => {
  it('send events to a receiver on this machine', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const guide = sectionOf(textOf('docs/webhooks.md'), 'Develop on your own machine');
    const lines = codeBlocks(guide, 'shell').flatMap((block) => block.trim().split('\n'));
    const commands = lines.filter((line) => line.startsWith('npm run -s provender -- '));
    expect(commands).toHaveLength(2);
    const env = { PROVENDER_URL: service.url, PROVENDER_API_KEY: account.key };
    const outputs: string[] = [];
    for (const [at, line] of commands.entries()) {
      const args = line.replace('http://localhost:4000/hooks', receiver.url).split(' ').slice(5);
      const { said } = start(args, env);
      await expect.poll(() => said.out, PATIENCE).toMatch(/^(Listening|Signed) with secret/);
      if (args[0] === 'listen') await createProduct(account);
      await expect.poll(() => said.out, PATIENCE).toMatch(/<-- 200 POST/);
      expect(receiver.callbacks).toHaveLength(at + 1);
      outputs.push(said.out);
    }
    expect(lastingOf(outputs[0]!)).toBe(lastingOf(codeBlocks(guide, 'text')[0]!));
    const { data } = JSON.parse(receiver.callbacks[1]!.body.toString());
    expect(data.delivery_id).toBe(4711);
  });
});

describe('provender trigger', () => {
  it('sends the example of a type, changed and signed, without a service', async () => {
    await using receiver = await startReceiver(200, 500);
    const changes = ['--set', 'data.delivery_id=12', '--set', 'data.supermarket_name=7'];
    const to = ['--forward-to', receiver.url];
    const { said, code } = start(['trigger', 'delivery.completed', ...to, ...changes]);
    expect(await code).toBe(0);
    const [, secret] = /^Signed with secret (\S+)$/m.exec(said.out)!;
    expectSigned(receiver.callbacks[0]!, secret!);
    const example = CALLBACKS['delivery.completed'];
    expect(JSON.parse(receiver.callbacks[0]!.body.toString())).toEqual({
      ...example,
      data: { ...example.data, delivery_id: 12, supermarket_name: '7' },
    });
    expect(said.out).toContain(`<-- 200 POST ${receiver.url}`);
    expect(await start(['trigger', 'product.updated', ...to]).code).toBe(1);

    const field = start(['trigger', 'product.created', ...to, '--set', 'data.prize=1']);
    expect(await field.code).toBe(2);
    expect(field.said.err).toMatch(/^error: data\.prize is not in the body\. It has event, .*data\.price/);
    const type = start(['trigger', 'product.gone', ...to]);
    expect(await type.code).toBe(2);
    expect(type.said.err).toContain(`Supported: ${Object.keys(CALLBACKS).join(', ')}\n`);
    expect(receiver.callbacks).toHaveLength(2);
  });
});
