import { HOLIDAY_REGIONS } from '../../../src/generated/holiday-regions.ts';
import { fillStandingOrders } from '../../fill.ts';
import { type Amount, type Attacks, requests, type Scene } from '../attack.ts';

/** The number of requests: three at a time, nearly as many as a plan has in a minute. */
const AMOUNT: Amount = [3, 280, 20];
const BODY_BYTES = 250_000;
const NEXT = 'standingOrders(first: 100) { nodes { next { date } } }';
const DAYS = '{ closedDays(from: "2026-01-01", to: "2027-01-31") { date reason } }';
const CALENDAR = 'mutation ($ics: String!) { importClosedDays(ics: $ics, dryRun: true) { added } }';
const ACCENT = '\u0301\u0327';

/** Attacks by requests of an account that are long to read, or whose response is costly to compute. */
export const COSTLY_TEXTS: Attacks = {
  'quotes-in-bodies': requests(AMOUNT, async ({ attacker, account }) => {
    const { key } = await account();
    const body = `pin='${'"""'.repeat(10_000)}`;
    return expecting('invalid_json', () => attacker.send('/api/v1/products', { method: 'POST', key, body }));
  }),
  'combining-marks': requests(AMOUNT, async ({ attacker, account }) => {
    const { key } = await account();
    const notes = `e${ACCENT.repeat(990)}`;
    const deliveries = Array.from({ length: 60 }, () => ({ notes }));
    const body = JSON.stringify({ deliveries });
    return expecting('refused', () =>
      attacker.send('/api/v1/deliveries/batch', { method: 'POST', key, body }),
    );
  }),
  'long-calendars': requests(AMOUNT, async ({ attacker, account }) => {
    const { key } = await account();
    const event = 'BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270101\r\nDURATION:P990D\r\nEND:VEVENT\r\n';
    const events = event.repeat(Math.floor(BODY_BYTES / event.length / 1.1));
    const ics = `BEGIN:VCALENDAR\r\n${events}END:VCALENDAR\r\n`;
    return expecting('"ics"', () => attacker.operate(key, CALENDAR, { ics }));
  }),
  'next-dates': requests(AMOUNT, async ({ attacker, stage: { database }, account }) => {
    const supplier = await account();
    await fillStandingOrders(database, supplier, { count: 100, lead: 2, lines: 1 });
    await database.prisma.$executeRaw`
      INSERT INTO closed_days (account_id, date, source)
      SELECT ${supplier.accountId}, current_date + n, 'typed' FROM generate_series(1, 395) AS n`;
    const query = `{ ${Array.from({ length: 18 }, (_, at) => `a${at}: ${NEXT}`).join(' ')} }`;
    return expecting('"next"', () => attacker.operate(supplier.key, query));
  }),
  'public-holidays': requests(AMOUNT, async (scene) => {
    const { key, accountId } = await scene.account();
    const ask = async (number: number) => {
      await setRegion(scene, accountId, HOLIDAY_REGIONS[(number + 1) % HOLIDAY_REGIONS.length]!.code);
      return scene.attacker.operate(key, DAYS);
    };
    return expecting('closedDays', ask);
  }),
};

async function setRegion({ stage: { database } }: Scene, accountId: bigint, code: string): Promise<void> {
  await database.prisma.$executeRaw`UPDATE accounts SET public_holidays = ${code} WHERE id = ${accountId}`;
}

type Send = (number: number) => Promise<{ status: number; text: string }>;

/** Returns `send` after checking that a first response contains `expected`. */
async function expecting(expected: string, send: Send): Promise<Send> {
  const { status, text } = await send(-1);
  if (text.includes(expected)) return send;
  throw new Error(`the first response has status ${status}: ${text.slice(0, 200)}`);
}
