import { afterAll, describe, expect, it } from 'vitest';
import { WINDOWS } from '../../src/limits/guesses.ts';
import { PLAN_LIMITS } from '../../src/schema/core/caller/plans.ts';
import { mailSentences } from '../../src/schema/people/person/mail-words.ts';
import { ask } from '../support/graphql/ask.ts';
import { startMailbox } from '../support/mail/mailbox.ts';
import { createLine, move } from '../support/records/lots.ts';
import { createLinked } from '../support/records/receipts.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({ mail: { url: mailbox.url, from: 'mails@provender.example' } });

const RECEIPT = `mutation ($id: ID!) { createReceiptLink(deliveryId: $id, mail: true) { url mailedTo } }`;
const NOTICE = `mutation ($id: ID!) { createNoticeLink(noticeId: $id, mail: true) { url mailedTo } }`;
const WITHDRAW = `mutation ($input: CreateWithdrawalInput!) {
  createWithdrawal(input: $input) { id notices { id branch { name } } } }`;
const NOTICES = `query ($id: ID!) { withdrawal(id: $id) { notices { id toldAt toldWay } } }`;

function send(account: TestAccount, query: string, id: string, headers = {}) {
  return account.call('POST', '//graphql', { body: { query, variables: { id } }, headers });
}

async function setEmail(account: TestAccount, email: string) {
  await service.database.pool.query('UPDATE supermarkets SET contact_email = $2 WHERE account_id = $1', [
    account.id,
    email,
  ]);
}

/** Uses up a share, as many earlier mails of the same day would. */
async function useUp(window: keyof typeof WINDOWS, subject: string, points: number) {
  await service.database.pool.query(
    `INSERT INTO rate_limits (key, points, expire) VALUES ($1, $2, $3)
     ON CONFLICT (key) DO UPDATE SET points = excluded.points`,
    [`guess-${window}:${subject}`, points, Date.now() + 3_600_000],
  );
}

describe('mails to one address', () => {
  it('are ten an hour from all accounts; what is refused is said, beside the link', async () => {
    const email = `popular${Date.now()}@market.example`;
    const accounts = [await createAccount(service), await createAccount(service)];
    const ids: string[] = [];
    for (const account of accounts) {
      ids.push((await createLinked(account)).id);
      await setEmail(account, email);
    }
    const answers = [];
    for (let time = 0; time < 12; time++)
      answers.push(await send(accounts[time % 2]!, RECEIPT, ids[time % 2]!));
    for (const { json } of answers.slice(0, 10)) {
      expect(json.errors).toBeUndefined();
      expect(json.data.createReceiptLink.mailedTo).toBe(email);
    }
    for (const { json, headers } of answers.slice(10)) {
      expect(json.data.createReceiptLink).toEqual({
        url: expect.stringMatching(/\/r\/\w+$/),
        mailedTo: null,
      });
      const [{ path, extensions }] = json.errors;
      expect(path).toEqual(['createReceiptLink', 'mailedTo']);
      expect(extensions).toMatchObject({ code: 'rate_limited', problem: 'too_many_mails' });
      expect(extensions.retryAfter).toBeGreaterThan(0);
      expect(headers.get('Retry-After')).toBe(String(extensions.retryAfter));
    }
    expect(mailbox.to(email)).toHaveLength(10);
    // Also where the field with the error is not selected.
    const { json } = await send(accounts[0]!, RECEIPT.replace(' mailedTo', ''), ids[0]!);
    expect([json.data, json.errors[0].extensions.code]).toEqual([
      { createReceiptLink: null },
      'rate_limited',
    ]);
  });
});

describe('mails from one account', () => {
  it('are 200 a day; notices have a share of their own', async () => {
    const account = await createAccount(service);
    const line = await createLine(account, [{ lot: 'A', quantity: 6 }]);
    await move(account, line, 'in_transit');
    const email = `buyer${account.id}@market.example`;
    await setEmail(account, email);
    await useUp('mailOfAccount', String(account.id), 199);
    const id = String(line.deliveryId);
    expect((await send(account, RECEIPT, id)).json.data.createReceiptLink.mailedTo).toBe(email);
    const refused = (await send(account, RECEIPT, id)).json;
    expect(refused.errors[0].extensions.problem).toBe('too_many_mails');
    const { notices } = await withdraw(account, line.productId);
    expect((await send(account, NOTICE, notices[0]!.id)).json.data.createNoticeLink.mailedTo).toBe(email);
  });

  it('are of notices as many as the plan has supermarkets', () => {
    for (const [plan, { quotas }] of Object.entries(PLAN_LIMITS))
      expect(WINDOWS[`notices_${plan}` as 'notices_free'].points).toBe(quotas.supermarkets);
  });
});

async function withdraw(account: TestAccount, productId: number) {
  const input = {
    kind: 'RECALL',
    productId: String(productId),
    lots: ['A'],
    reason: 'Glass.\nhttps://evil.example',
    instruction: 'Hold it at 1.5 °C: call us.',
  };
  return (await ask(account, WITHDRAW, { input })).createWithdrawal as {
    id: string;
    notices: { id: string; branch: { name: string } }[];
  };
}

/** Creates a recall that several branches with one address have to answer. */
async function createRecall(branches: number) {
  const account = await createAccount(service);
  const line = await createLine(account, [{ lot: 'A', quantity: 2 }]);
  await move(account, line, 'in_transit');
  for (let branch = 1; branch < branches; branch++) {
    const other = await createLine(account, [{ lot: 'A', quantity: 2 }], { product: { id: line.productId } });
    await move(account, other, 'in_transit');
  }
  const email = `buyer${account.id}@market.example`;
  await setEmail(account, email);
  return { account, email, ...(await withdraw(account, line.productId)) };
}

describe('text of others in a mail', () => {
  it.each([
    ['Destroy it. Call us: 10:30 to 1.5 h later.', 'Destroy it. Call us: 10:30 to 1.5 h later.'],
    ['See evil.example/x or a@evil.example.', 'See evil example x or a evil example.'],
    ['http://1.2.3.4:80\nwww.evil.example', 'http 1 2 3 4 80 www evil example'],
    ['evil\uFF0Eexample evil\u3002example', 'evil example evil example'],
  ])('keeps its sentences and loses its links: %j', (text, words) => {
    expect(mailSentences(text, 2_000)).toBe(words);
  });
});

describe('notices of one withdrawal to one address', () => {
  it.each(['one after the other', 'at once'])(
    'are one mail with the links of all branches, %s',
    async (way) => {
      const { account, email, id, notices } = await createRecall(4);
      expect(notices).toHaveLength(4);
      await useUp('mailOfAccount', String(account.id), 200);
      const answers = [];
      if (way === 'at once')
        answers.push(...(await Promise.all(notices.map((each) => send(account, NOTICE, each.id)))));
      else for (const each of notices) answers.push(await send(account, NOTICE, each.id));
      for (const { json } of answers) {
        expect(json.errors).toBeUndefined();
        expect(json.data.createNoticeLink.mailedTo).toBe(email);
      }
      expect(mailbox.to(email)).toHaveLength(1);
      const mail = mailbox.to(email)[0]!.replaceAll('=\r\n', '').replaceAll('=3D', '=');
      const links = mail.match(/https?:\S+/g)!;
      expect(new Set(links).size).toBe(4);
      for (const link of links) expect((await fetch(link)).status).toBe(200);
      // Others' text becomes no link, keeps its numbers, and is said to be theirs.
      expect(mail).toMatch(/Reason: Glass\. https evil example\r\n/);
      expect(mail).toContain('1.5');
      expect(mail).toMatch(/Provender sent this mail for Supplier, who wrote the text in it\.\s*$/);
      const { withdrawal } = await ask(account, NOTICES, { id });
      for (const notice of withdrawal.notices)
        expect(notice).toMatchObject({ toldWay: 'MAIL', toldAt: expect.any(String) });
    },
  );

  it('are not said to be mailed when the mail server refuses the mail, and are sent with the same key then', async () => {
    const { account, email, id, notices } = await createRecall(3);
    mailbox.refuses = true;
    const answers = await Promise.all(
      notices.map((each, at) => send(account, NOTICE, each.id, { 'Idempotency-Key': `key-${at}` })),
    );
    mailbox.refuses = false;
    for (const { json } of answers) {
      expect(json.data.createNoticeLink).toMatchObject({ url: expect.any(String), mailedTo: null });
      expect(json.errors[0].extensions).toMatchObject({
        code: 'service_unavailable',
        problem: 'mail_refused',
      });
    }
    const { withdrawal } = await ask(account, NOTICES, { id });
    for (const notice of withdrawal.notices) expect(notice.toldAt).toBeNull();
    const again = await send(account, NOTICE, notices[0]!.id, { 'Idempotency-Key': 'key-0' });
    expect(again.json.data.createNoticeLink.mailedTo).toBe(email);
    expect(mailbox.to(email)).toHaveLength(1);
  });
});
