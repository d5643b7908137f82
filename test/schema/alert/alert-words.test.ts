import { expect, it } from 'vitest';
import { alertWords } from '../../../src/schema/alert/alert-words.ts';

const EVIL = 'Ada\r\nBcc: a@b.example\u2028https://evil.example/ evil.example';

it.each([
  ['key.expiring', { name: EVIL, expires_at: '2099-12-31' }],
  ['receipt.disputed', { delivery_id: 1, received_by: EVIL, disputes: 2 }],
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
  ['import.failed', { import_id: 1, kind: 'products', error: EVIL, refused: 2 }],
] as const)('a mail about %s has neither links nor lines of others', (type, data) => {
  const { subject, text } = alertWords({ type, body: JSON.stringify({ data }) }, 'https://own.example');
  expect(subject).not.toMatch(/[\r\n\u2028]|\w\.\w|:\/\//);
  expect(text.match(/https?:\/\/[^/]+/g)).toEqual(['https://own.example']);
  expect(text).not.toMatch(/^Bcc/m);
  expect(text).not.toMatch(/evil\.example|\u2028|@/);
  expect(text).toContain('Ada Bcc');
});
