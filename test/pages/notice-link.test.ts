import { afterAll, describe, expect, it } from 'vitest';
import { ask, refusalOf } from '../support/graphql/ask.ts';
import { startMailbox } from '../support/mail/mailbox.ts';
import { createLine, move } from '../support/records/lots.ts';
import { createProduct, createSupermarket } from '../support/records/records.ts';
import { alertsIn, linkOf, submit } from '../support/records/receipts.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({
  worker: { timeoutMs: 1_000 },
  mail: { url: mailbox.url, from: 'notices@provender.example' },
});

const LINK = `mutation ($id: ID!, $mail: Boolean) {
  createNoticeLink(noticeId: $id, mail: $mail) { url expiresAt mailedTo }
}`;
const NOTICES = `notices { id quantity acknowledgedAt acknowledgedBy found destroyed held toldAt toldWay toldBy }`;

/** Returns what the audit log says of answers, oldest first. */
async function answersOf(account: TestAccount) {
  const { rows } = await service.database.pool.query(
    `SELECT action, actor, address, details FROM audit_entries
     WHERE account_id = $1 AND action IN ('withdrawal.acknowledged', 'receipt.sent') ORDER BY id`,
    [account.id],
  );
  return rows;
}

/** A lot in a delivery to a branch, and an open withdrawal of it. */
async function stage(kind = 'RECALL') {
  const account = await createAccount(service);
  const product = await createProduct(account, { name: 'Rye <b>Bread' });
  const market = await createSupermarket(account, { contact_email: `buyer${account.id}@market.example` });
  const delivery = { supermarket_id: market.id, subchain_id: market.branches[0].id };
  const line = await createLine(account, [{ lot: 'A', quantity: 6 }], { product, delivery });
  const other = await createLine(account, [{ lot: 'B', quantity: 6 }], { product, delivery });
  for (const each of [line, other]) await move(account, each, 'in_transit');
  const input = {
    kind,
    productId: String(product.id),
    lots: ['A'],
    reason: 'Glass & more',
    instruction: 'Hold it',
  };
  const { createWithdrawal } = await ask(
    account,
    `mutation ($input: CreateWithdrawalInput!) { createWithdrawal(input: $input) { id ${NOTICES} } }`,
    { input },
  );
  const noticeOf = async () =>
    (
      await ask(account, `query ($id: ID!) { withdrawal(id: $id) { ${NOTICES} } }`, {
        id: createWithdrawal.id,
      })
    ).withdrawal.notices[0];
  return {
    account,
    line,
    other,
    branch: String(market.branches[0].id),
    branchName: market.branches[0].name as string,
    withdrawal: createWithdrawal.id,
    notice: createWithdrawal.notices[0].id,
    noticeOf,
  };
}

async function ownLink(account: TestAccount, id: string, mail = false) {
  const { json } = await account.call('POST', '//graphql', {
    body: { query: LINK, variables: { id, mail } },
  });
  return json.data?.createNoticeLink ?? json.errors[0].extensions;
}

describe('the page of a delivery with a withdrawn lot', () => {
  it('shows exercises below what is meant, however many there are, and says how many it leaves out', async () => {
    const { account, line } = await stage();
    const url = await linkOf(account, line.deliveryId);
    const exercise = (count: number) => {
      const starts = Array.from(
        { length: count },
        (_each, at) => `w${at}: createWithdrawal(input: $input) { id }`,
      );
      const input = { kind: 'TEST', productId: String(line.productId), lots: ['A'] };
      return ask(account, `mutation ($input: CreateWithdrawalInput!) { ${starts.join(' ')} }`, {
        input: { ...input, reason: 'Yearly', instruction: 'Answer' },
      });
    };
    const titlesOf = async () => {
      const html = await (await fetch(url)).text();
      const titles = [...html.matchAll(/<h2>(\w+) of/g)].map(([, kind]) => kind);
      return [titles, /\d+ more, older or exercises, are not shown here/.exec(html)?.[0]] as const;
    };
    await exercise(1);
    expect(await titlesOf()).toEqual([['Recall', 'Exercise'], undefined]);
    await exercise(18);
    expect(await titlesOf()).toEqual([['Recall', ...Array(19).fill('Exercise')], undefined]);
    await exercise(2);
    expect(await titlesOf()).toEqual([
      ['Recall', ...Array(19).fill('Exercise')],
      '2 more, older or exercises, are not shown here',
    ]);
  });

  it('shows reason and instruction, and takes what was found, destroyed and held', async () => {
    const { account, line, other, notice, noticeOf } = await stage();
    const url = await linkOf(account, line.deliveryId);
    const html = await (await fetch(url)).text();
    for (const text of [
      'Recall of Rye &lt;b&gt;Bread',
      '<dt>From</dt><dd class="text">Supplier</dd>',
      'lot A',
      'Glass &amp; more',
      'Hold it',
      '6 not returned',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain('Confirm receipt');
    expect(await (await fetch(await linkOf(account, other.deliveryId))).text()).not.toContain('Recall');
    expect((await noticeOf()).acknowledgedAt).toBeNull();
    const said = { notice, acknowledgedBy: 'Ms <i>Doe' };
    const tooMany = await submit(url, { ...said, found: '3', destroyed: '2', held: '2' });
    expect(tooMany.status).toBe(400);
    expect(await tooMany.text()).toMatch(
      /role="alert">Destroyed: destroyed and held together are more than was found/,
    );
    const sent = await submit(url, { ...said, found: '5', destroyed: '2', held: '3' });
    expect([sent.status, new URL(sent.headers.get('Location')!, url).href]).toEqual([303, url]);
    expect(await noticeOf()).toMatchObject({
      acknowledgedBy: 'Ms <i>Doe',
      found: 5,
      destroyed: 2,
      held: 3,
      acknowledgedAt: expect.any(String),
    });
    // When, in the zone of the account, whose name stands with it.
    expect(await (await fetch(url)).text()).toMatch(
      /Confirmed by Ms &lt;i&gt;Doe, \d+ \w+ \d{4} at \d\d:\d\d \(UTC\): 5 found, 2 destroyed, 3 held\./,
    );
    // More than was delivered is asked about once.
    const doubtful = await submit(url, { ...said, found: '7' });
    expect(doubtful.status).toBe(400);
    expect(await doubtful.text()).toMatch(/7 is more than was delivered, 6.*name="confirmed" value="7"/s);
    expect((await noticeOf()).found).toBe(5);
    expect((await submit(url, { ...said, found: '7', confirmed: '7' })).status).toBe(303);
    expect((await noticeOf()).found).toBe(7);
    // The receipt is another form of the page.
    expect((await submit(url, {})).status).toBe(303);
    const after = await (await fetch(url)).text();
    expect(after).toContain('Confirmed by Bea');
    expect(after).toContain('Recall of');
    for (const wrong of ['9999-9999', '', 'x']) {
      expect((await submit(url, { ...said, notice: wrong })).status).toBe(404);
    }
  });

  it('shows nothing before dispatch, and after the end', async () => {
    const { account, line, withdrawal } = await stage('TEST');
    const url = await linkOf(account, line.deliveryId);
    expect(await (await fetch(url)).text()).toContain('This is an exercise');
    await ask(account, 'mutation ($id: ID!) { closeWithdrawal(id: $id, reason: "x") { id } }', {
      id: withdrawal,
    });
    expect(await (await fetch(url)).text()).not.toContain('exercise');
  });
});

describe('an answer by a link', () => {
  it('is in the audit log with branch, name and quantities, once however often it is sent', async () => {
    const { account, line, notice, withdrawal, branch, branchName } = await stage();
    const byDelivery = await linkOf(account, line.deliveryId);
    const { url: own } = await ownLink(account, notice);
    const said = { notice, acknowledgedBy: 'Ms\u00A0Doe' };
    await submit(byDelivery, { ...said, found: '5', destroyed: '2' });
    await submit(byDelivery, { ...said, found: '5', destroyed: '2' });
    await submit(own, { ...said, found: '6', held: '4' });
    // What is refused leaves nothing.
    await submit(own, { ...said, found: '1' });
    const by = { action: 'withdrawal.acknowledged', actor: 'link', address: '127.0.0.1' };
    const whose = { notice, withdrawal, branch, branchName, acknowledgedBy: 'Ms Doe' };
    expect(await answersOf(account)).toEqual([
      { ...by, details: { ...whose, found: 5, destroyed: 2, held: null } },
      { ...by, details: { ...whose, found: 6, destroyed: 2, held: 4 } },
    ]);
  });

  it('has its entry also when it is recorded by the supplier, who then changed something', async () => {
    const { account, notice, withdrawal, branch, branchName } = await stage();
    const acknowledge = `mutation ($id: ID!) {
      acknowledgeNotice(id: $id, input: { acknowledgedBy: "Jo", found: 1 }) { id }
    }`;
    for (let time = 0; time < 2; time++) await ask(account, acknowledge, { id: notice });
    expect(await answersOf(account)).toMatchObject([
      { actor: 'key', details: { notice, withdrawal, branch, branchName, acknowledgedBy: 'Jo', found: 1 } },
    ]);
  });

  it('takes whole numbers alone, and shows again what was typed', async () => {
    const { account, notice, noticeOf } = await stage();
    const { url } = await ownLink(account, notice);
    const many = { found: '-1', destroyed: '1.5', held: '1000001', acknowledgedBy: ' ' };
    const refused = await (await submit(url, { notice, ...many })).text();
    expect(alertsIn(refused)).toEqual([
      'Your name: enter your name, at most 200 characters',
      'Found: enter how many you found, from 0 to 1,000,000',
      'Destroyed: enter how many you destroyed, from 0 to 1,000,000',
      'Held: enter how many you hold, from 0 to 1,000,000',
    ]);
    for (const [name, typed] of Object.entries(many)) {
      const marked = new RegExp(`name="${name}"[^>]* value="${typed}"[^>]* aria-invalid="true"`);
      expect(refused).toMatch(marked);
    }
    for (const typed of ['3,5', '3.5', '1.000', '1,000', '1e1', '0x5', '-1', 'five']) {
      const answer = await submit(url, { notice, acknowledgedBy: 'Jo', found: typed });
      const html = await answer.text();
      expect([typed, answer.status]).toEqual([typed, 400]);
      expect(html).toContain('role="alert">Found: enter how many you found, from 0 to 1,000,000<');
      expect(html).toContain(`value="${typed}"`);
    }
    expect(await noticeOf()).toMatchObject({ found: null, acknowledgedAt: null });
    expect(await (await fetch(url)).text()).not.toContain('type="number"');
  });
});

describe('createNoticeLink', () => {
  it('opens a page of its own, which takes the answer until the withdrawal is closed', async () => {
    const { account, notice, noticeOf, withdrawal } = await stage();
    const { url, expiresAt, mailedTo } = await ownLink(account, notice);
    expect(url).toMatch(new RegExp(`^${service.url}/r/[0-9A-Za-z]{22}$`));
    expect(mailedTo).toBeNull();
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    const { rows } = await service.database.pool.query(
      'SELECT 1 FROM notice_links WHERE account_id = $1 AND token_hash = sha256($2)',
      [account.id, url.slice(-22)],
    );
    expect(rows).toHaveLength(1);
    const response = await fetch(url);
    expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'/);
    expect(await response.text()).toContain('Glass &amp; more');
    expect((await noticeOf()).toldAt).toBeNull();
    expect((await submit(url, { notice, acknowledgedBy: 'Ms Doe', found: '0' })).status).toBe(303);
    expect(await noticeOf()).toMatchObject({ acknowledgedBy: 'Ms Doe', found: 0, destroyed: null });
    await ask(account, 'mutation ($id: ID!) { closeWithdrawal(id: $id, reason: "x") { id } }', {
      id: withdrawal,
    });
    const closed = await (await fetch(url)).text();
    expect(closed).toContain('This withdrawal is closed');
    expect(closed).not.toContain('<form');
    expect((await submit(url, { notice, acknowledgedBy: 'Late' })).status).toBe(400);
    expect(await ownLink(account, notice)).toMatchObject({ code: 'invalid_transition', field: 'noticeId' });
    await service.database.pool.query('UPDATE notice_links SET expires_at = now() WHERE account_id = $1', [
      account.id,
    ]);
    expect((await fetch(url)).status).toBe(404);
  });

  it('is mailed to the supermarket when asked, which is then told', async () => {
    const { account, notice, noticeOf } = await stage();
    const { url, mailedTo } = await ownLink(account, notice, true);
    expect(mailedTo).toBe(`buyer${account.id}@market.example`);
    const [mail] = mailbox.to(mailedTo);
    for (const text of ['Recall of', 'Hold it', url.slice(-22)]) expect(mail).toContain(text);
    expect(await noticeOf()).toMatchObject({
      toldWay: 'MAIL',
      toldBy: expect.stringMatching(/\S/),
      toldAt: expect.any(String),
      acknowledgedAt: null,
    });
  });

  it('refuses what it cannot do', async () => {
    const { account, notice } = await stage();
    // Without a mail server.
    expect(await refusalOf(account, LINK, { id: notice, mail: true })).toMatchObject({
      code: 'validation_error',
      field: 'mail',
    });
    const stranger = await createAccount(service);
    for (const id of [notice, '9999-9999', 'x']) {
      expect(await refusalOf(stranger, LINK, { id })).toMatchObject({ code: 'not_found', field: 'noticeId' });
    }
    for (let count = 0; count < 20; count++) expect(await ownLink(account, notice)).toHaveProperty('url');
    expect(await ownLink(account, notice)).toMatchObject({ code: 'rate_limited' });
  });
});
