import { afterAll, describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/graphql/ask.ts';
import { REPLAYED, send as keyed } from '../../../support/graphql/keyed.ts';
import { startMailbox } from '../../../support/mail/mailbox.ts';
import { textsOf } from '../../../support/database/tables.ts';
import { createLinked, submit } from '../../../support/records/receipts.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({ mail: { url: mailbox.url, from: 'receipts@provender.example' } });

const MAIL = `mutation ($id: ID!, $mail: Boolean) {
  createReceiptLink(deliveryId: $id, mail: $mail) { url expiresAt mailedTo }
}`;
const ASK = `mutation ($id: ID!, $dispute: ID!, $question: String!) {
  askAboutDispute(deliveryId: $id, disputeId: $dispute, question: $question) { id }
}`;
const DISPUTES = 'query ($id: ID!) { delivery(id: $id) { receipt { disputes { id productId } } } }';

async function send(account: TestAccount, query: string, variables: object) {
  const { json } = await account.call('POST', '//graphql', { body: { query, variables } });
  return json;
}

/**
 * Creates a delivery of which the branch disputes both lines, of a supermarket with an address of its own.
 */
async function createDisputed() {
  const account = await createAccount(service);
  const linked = await createLinked(account);
  await submit(linked.url, { [`received-${linked.bread}`]: '8', [`received-${linked.milk}`]: '0' });
  const email = `buyer${account.id}@market.example`;
  await service.database.pool.query('UPDATE supermarkets SET contact_email = $2 WHERE account_id = $1', [
    account.id,
    email,
  ]);
  const { data } = await send(account, DISPUTES, { id: linked.id });
  const disputes: { id: string; productId: string }[] = data.delivery.receipt.disputes;
  const ofBread = disputes.find(({ productId }) => productId === String(linked.bread))!.id;
  return { ...linked, account, email, ofBread };
}

describe('createReceiptLink with mail', () => {
  it('mails a link to the supermarket, with the questions that the branch has not answered', async () => {
    const { account, id, email, ofBread } = await createDisputed();
    const { data: plain } = await send(account, MAIL, { id });
    expect(plain.createReceiptLink.mailedTo).toBeNull();
    await send(account, ASK, { id, dispute: ofBread, question: 'Were the crates <wet>?' });
    const { data } = await send(account, MAIL, { id, mail: true });
    expect(data.createReceiptLink.mailedTo).toBe(email);
    const link = await mailbox.link(email);
    expect(link).toBe(data.createReceiptLink.url);
    const [mail] = mailbox.to(email);
    expect(mail).toContain(`Question about delivery #${id} of `);
    expect(mail).toContain('Rye <b>Bread: 8 of 10 received');
    expect(mail).toContain('Were the crates <wet>?');
    expect(mail).not.toContain('Milk');
    const page = await (await fetch(link)).text();
    // The question comes before the lines that were confirmed.
    expect(page.indexOf('The supplier asks: Were the crates')).toBeGreaterThan(0);
    expect(page.indexOf('The supplier asks: Were the crates')).toBeLessThan(page.indexOf('class="lines"'));

    await fetch(link, { method: 'POST', body: new URLSearchParams({ dispute: ofBread, answer: 'Yes' }) });
    const answered = await (await fetch(link)).text();
    expect(answered.indexOf('The supplier asked: Were')).toBeGreaterThan(answered.indexOf('class="lines"'));
    await send(account, MAIL, { id, mail: true });
    await expect.poll(() => mailbox.to(email)).toHaveLength(2);
    expect(mailbox.to(email)[1]).toContain(`Receipt of delivery #${id} of `);
  });

  it('mails once under an Idempotency-Key, and several links in one mutation', async () => {
    const { account, id, email } = await createDisputed();
    const first = await keyed(account, 'one', MAIL, { id, mail: true });
    const again = await keyed(account, 'one', MAIL, { id, mail: true });
    expect(first.json.data.createReceiptLink.mailedTo).toBe(email);
    expect([again.text, again.headers.get(REPLAYED)]).toEqual([first.text, 'true']);
    expect(mailbox.to(email)).toHaveLength(1);
    expect(await textsOf(service.database.pool)).not.toContain(first.json.data.createReceiptLink.url);
    const two = `mutation ($id: ID!, $mail: Boolean = true) {
      a: createReceiptLink(deliveryId: $id, mail: $mail) { mailedTo }
      ... { b: createReceiptLink(deliveryId: $id, mail: true) { mailedTo } }
    }`;
    expect((await keyed(account, 'two', two, { id })).json.data.b.mailedTo).toBe(email);
    expect(mailbox.to(email)).toHaveLength(3);
  });

  it('is refused under an Idempotency-Key beside what must be undone with it', async () => {
    const { account, id, email } = await createDisputed();
    const mixed = `mutation ($id: ID!, $mail: Boolean) {
      revokeReceiptLink(deliveryId: $id)
      createReceiptLink(deliveryId: $id, mail: $mail) { mailedTo }
    }`;
    const { json } = await keyed(account, 'key', mixed, { id, mail: true });
    expect(json.errors[0].extensions).toMatchObject({ problem: 'not_idempotent', field: 'Idempotency-Key' });
    expect(mailbox.to(email)).toEqual([]);
    const { data } = (await keyed(account, 'key', mixed, { id, mail: false })).json;
    expect(data).toEqual({ revokeReceiptLink: id, createReceiptLink: { mailedTo: null } });
  });

  it('mails no more than 20 a day, also when many ask at once', async () => {
    const { account, id, email } = await createDisputed();
    await service.database.pool.query(
      `INSERT INTO receipt_links (account_id, token_hash, delivery_id, expires_at)
       SELECT $1, sha256(convert_to($2 || ' ' || each, 'UTF8')), $2::bigint, now() + interval '1 day'
       FROM generate_series(1, 17) AS each`,
      [account.id, id],
    );
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(account, MAIL, { id, mail: true })));
    const refused = answers.flatMap(({ errors }) => errors ?? []);
    expect(refused.map(({ extensions }) => [extensions.code, extensions.problem])).toEqual([
      ['rate_limited', 'too_many_links'],
      ['rate_limited', 'too_many_links'],
    ]);
    await expect.poll(() => mailbox.to(email)).toHaveLength(2);
    // A link that is not mailed can still be created.
    expect((await send(account, MAIL, { id })).errors).toBeUndefined();
  });

  it('says that the service has no mail server, or that the delivery is of another account', async () => {
    const { account, id } = await createDisputed();
    expect(await refusalOf(account, MAIL, { id, mail: true })).toMatchObject({
      code: 'validation_error',
      field: 'mail',
      problem: 'no_mail_server',
    });
    const stranger = await createAccount(service);
    const { errors } = await send(stranger, MAIL, { id, mail: true });
    expect(errors[0].extensions.code).toBe('not_found');
  });
});
