import { afterAll, describe, expect, it } from 'vitest';
import { mailWords } from '../../../../src/schema/people/person/mail-words.ts';
import { startMailbox } from '../../../support/mail/mailbox.ts';
import { INVITE, invite } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/visitor.ts';
import { PATIENCE } from '../../../support/webhook/webhook.ts';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({ mail: { url: mailbox.url, from: 'people@provender.example' } });

const POISONED = `Shop\r\nSubject: x\u2028https://evil.example/a evil.example a@evil.example evil\uFF0Eexample evil\u3002example`;

it('an address gets ten mails an hour from all accounts together', async () => {
  const [first, second, other] = await Promise.all([0, 1, 2].map(() => createSignedIn(service)));
  const email = `popular-${first!.user.id}@supplier.example`;
  const mailed: boolean[] = [];
  for (let time = 0; time < 12; time += 1) {
    mailed.push((await invite(time % 2 ? first! : second!, 'viewer', email)).isMailed);
  }
  expect(mailed).toEqual([...Array(10).fill(true), false, false]);
  expect((await invite(other!, 'viewer')).isMailed).toBe(true);
  await expect.poll(() => mailbox.to(email).length, PATIENCE).toBe(10);
});

it('a mail leaves only after the commit', async () => {
  const owner = await createSignedIn(service);
  const { pool } = service.database;
  const lost = `lost-${owner.user.id}@supplier.example`;
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM people WHERE account_id = $1 FOR UPDATE', [owner.user.id]);
    const input = { email: lost, name: 'Ann', role: 'VIEWER' };
    const asked = owner.ask(INVITE.replace(/\}$/, ' changeName(name: "Held up") { id } }'), {
      variables: { input },
      headers: { 'Idempotency-Key': 'lost' },
    });
    const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount, PATIENCE).toBe(1);
    await pool.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waiting`);
    expect((await asked).json.errors).toBeDefined();
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
  const { email } = await invite(owner, 'viewer');
  await expect.poll(() => mailbox.to(email).length, PATIENCE).toBe(1);
  expect(mailbox.to(lost)).toEqual([]);
});

it('a mail under an Idempotency-Key leaves once, and none for an invitation that is refused', async () => {
  const owner = await createSignedIn(service);
  const email = `keyed-${owner.user.id}@supplier.example`;
  const input = { email, name: 'Ann', role: 'VIEWER' };
  const again = { email: owner.user.email, name: 'Ann', role: 'VIEWER' };
  const query = `mutation ($input: InvitePersonInput!, $again: InvitePersonInput!) {
    a: invitePerson(input: $input) { isMailed } b: invitePerson(input: $again) { isMailed } }`;
  for (let time = 0; time < 2; time += 1) {
    const { json } = await owner.ask(query, {
      variables: { input, again },
      headers: { 'Idempotency-Key': 'keyed' },
    });
    expect(json.data).toEqual({ a: { isMailed: true }, b: null });
  }
  const { email: barrier } = await invite(owner, 'viewer');
  await expect.poll(() => mailbox.to(barrier).length, PATIENCE).toBe(1);
  expect([mailbox.to(email).length, mailbox.to(owner.user.email).length]).toEqual([1, 0]);
});

describe('text of others in a mail', () => {
  it('is short, in one line, and has no links', async () => {
    const owner = await createSignedIn(service);
    await service.database.pool.query('UPDATE accounts SET name = $2 WHERE id = $1', [
      owner.user.id,
      POISONED,
    ]);
    const { email } = await invite(owner, 'viewer');
    await expect.poll(() => mailbox.to(email).length, PATIENCE).toBe(1);
    const mail = mailbox.to(email)[0]!.replaceAll('=\r\n', '');
    expect(mail.match(/https?:\/\/[^/]+/g)).toEqual([service.url]);
    expect(mail).toContain('Shop Subject x https evil example a evil example a evil invites you');
    expect(mail).not.toMatch(/^Subject: x/m);
  });

  it.each([POISONED, 'a'.repeat(500), '\u202Egnp.exe', 'https:\\\\evil.example', '1.2.3.4'])(
    'cannot be more: %j',
    (text) => {
      const words = mailWords(text);
      expect(words.length).toBeLessThanOrEqual(60);
      expect(words).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\n./:@\\\u3002]/u);
    },
  );
});
