import { expect, it } from 'vitest';
import { alertWords } from '../../../../src/schema/exchange/alert/alert-words.ts';

/** A failed attempt as an alert has it. */
const FAILED = {
  webhook_id: 'msg_1',
  event: 'return created',
  error: 'unexpected_status',
  status_code: 503,
  at: '2099-12-31T22:30:00.000Z',
};
const EVIL = 'Ada\r\nBcc: a@b.example\u2028https://evil.example/ evil.example';

it.each([
  ['key.expiring', { name: EVIL, expires_at: '2099-12-31' }],
  ['receipt.disputed', { delivery_id: 1, received_by: EVIL, disputes: 2 }],
  [
    'receipt.to_check',
    {
      delivery_id: 1,
      received_by: EVIL,
      recorded_by: EVIL,
      returned: 2,
      temperatures: [{ zone: 'chilled', celsius: 9.5 }],
    },
  ],
  [
    'lot.withdrawn_dispatched',
    { delivery_id: 1, lots: [{ product_name: EVIL, lot: EVIL, withdrawal_id: 2 }] },
  ],
  [
    'standing_order.failed',
    {
      count: 12,
      occurrences: [
        {
          standing_order_id: 1,
          supermarket_name: EVIL,
          branch_name: EVIL,
          date: '2099-12-31',
          reason: 'archived',
        },
      ],
    },
  ],
  ['endpoint.disabled', { webhook_id: 1, last_failure: { ...FAILED, response: EVIL } }],
  ['message.exhausted', { webhook_id: 1, count: 1, message: { ...FAILED, attempts: 3, response: EVIL } }],
  ['import.failed', { import_id: 1, kind: 'products', error: EVIL, refused: 2 }],
] as const)('a mail about %s has neither links nor lines of others', (type, data) => {
  const { subject, text } = alertWords(
    { type, body: JSON.stringify({ data }) },
    'https://own.example',
    'UTC',
  );
  expect(subject).not.toMatch(/[\r\n\u2028]|\w\.\w|:\/\//);
  expect(text.match(/https?:\/\/[^/]+/g)).toEqual(['https://own.example']);
  expect(text).not.toMatch(/^Bcc/m);
  expect(text).not.toMatch(/evil\.example|\u2028|@/);
  expect(text).toContain('Ada Bcc');
});

/** Returns the first line of the mail about what Ann recorded. */
function recordedIn(data: object): string {
  const told = { delivery_id: 7, received_by: 'Bea', recorded_by: 'Ann', ...data };
  const alert = { type: 'receipt.to_check', body: JSON.stringify({ data: told }) } as const;
  return alertWords(alert, 'https://own.example', 'UTC').text.split('\n')[0]!;
}

it('says what a driver recorded', () => {
  const chilled = { zone: 'chilled', celsius: 9.5 };
  expect(recordedIn({ returned: 1, temperatures: [] })).toBe(
    'Ann recorded what Bea received: 1 unit less than was delivered.',
  );
  expect(recordedIn({ returned: 2, temperatures: [chilled] })).toBe(
    'Ann recorded what Bea received: 2 units less than was delivered, 9.5 °C (chilled).',
  );
  expect(recordedIn({ returned: 0, temperatures: [chilled], recorded_by: null })).toBe(
    'A driver recorded what Bea received: 9.5 °C (chilled).',
  );
});

it('says how an endpoint responded, when it failed in the zone of the account, and when it is tried again', () => {
  const data = {
    webhook_id: 1,
    url: 'https://hooks.example/',
    consecutive_failures: 5,
    deactivates_after: 10,
    last_failure: {
      ...FAILED,
      response: `Down for ${'maintenance '.repeat(40)}`,
      next_attempt_at: '2099-12-31T22:40:00.000Z',
    },
  };
  const textOf = (last_failure: object) =>
    alertWords(
      { type: 'endpoint.failing', body: JSON.stringify({ data: { ...data, last_failure } }) },
      'https://own.example',
      'Europe/Berlin',
    ).text;
  const text = textOf(data.last_failure);
  expect(text).toContain(
    'The last one was return created (msg_1), 31 December 2099 at 23:30 (Europe/Berlin): 503 Service Unavailable. The next attempt is due 31 December 2099 at 23:40 (Europe/Berlin).',
  );
  expect(/^The response began: (.*)$/m.exec(text)![1]!.length).toBeLessThanOrEqual(200);
  expect(textOf({ ...FAILED, status_code: null, error: 'dns_failure' })).toContain(': dns failure.\n');
});
