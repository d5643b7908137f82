import { setTimeout as sleep } from 'node:timers/promises';
import { xlsxWith, zipOf } from '../../lab/archive.ts';
import { newDelivery } from '../../lab/supplier.ts';
import { type Attack, type Attacks, type Finding, requests, type Scene } from '../attack.ts';

const HEADER = 'reference,name,weight,price,category';
const MIB = 1_024 ** 2;
const BOUNDS = { maxGrowthMiB: 300 };
const LINK = 'mutation ($id: ID!) { createReceiptLink(deliveryId: $id) { url } }';

/** Files of some kilobytes to ten megabytes that took gigabytes, or minutes, or the whole process. */
const HOSTILE: readonly (() => Buffer)[] = [
  () => xlsxWith('<row r="2"><c r="ZZZZZZ2"><v>1</v></c></row>'),
  () => Buffer.from(`${HEADER}\n${','.repeat(9 * MIB)}`),
  () => xlsxWith('<a>'.repeat(300_000)),
  () => xlsxWith(' '.repeat(40 * MIB)),
  () => xlsxWith(rowsTo('XFD', 20_000)),
  () => xlsxWith('', { 'xl/styles.xml': formatOf(200_000) }),
  () => zipOf(Object.fromEntries(Array.from({ length: 190 }, (_, at) => [`xl/${at}.xml`, ' '.repeat(MIB)]))),
  () => xlsxWith('', {}, { files: { 'xl/worksheets/sheet1.xml': { central: { 24: 1 } } } }),
];

const hostileFiles = () => HOSTILE.map((make) => make());

/** What is sent to be read: files, and the forms of receipts. */
export const FILES: Attacks = {
  'hostile-files': sendFiles(4, 8, hostileFiles),
  'files-of-one-account': besideImports(1),
  'files-of-four-accounts': besideImports(4),
  'refused-rows': sendFiles(4, 8, (smoke) => [
    Buffer.from(`${HEADER}\n${',,abc,xyz,nothing\n'.repeat(smoke ? 1_000 : 50_000)}`),
  ]),
  'receipt-links': requests(
    [8, 240, 16],
    async (scene) => {
      const paths = await Promise.all(Array.from({ length: 4 }, () => openLink(scene)));
      const body = Array.from({ length: 17_000 }, (_, at) => `received-${at}=`)
        .join('&')
        .slice(0, 250_000);
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      return (number) =>
        scene.attacker.send(paths[number % paths.length]!, { method: 'POST', headers, body });
    },
    BOUNDS,
  ),
};

const SMALL_FILE = `${HEADER}\nA-1,Rye,1,1,bakery\nA-2,Oat,1,1,bakery\n`;
const PAUSE_MS = 500;
/** How long a file of two rows may take: beside one account, and beside as many as there are places for reading. */
const [OWN_PLACE_MS, SHARED_MS] = [2_000, 5_000];

/**
 * Hostile files of some accounts, four at a time, beside small ones of a neighbour: beside one account each is read,
 * beside four it is read or refused with the time to wait.
 */
function besideImports(accounts: number): Attack {
  return {
    ...BOUNDS,
    async prepare(scene) {
      const attack = await sendFiles(accounts, 4, hostileFiles).prepare(scene);
      return async (signal) => {
        const attacking = attack(signal);
        const finding = await importBeside(scene.url, scene.neighbour.key, accounts > 1, signal);
        await attacking;
        return finding;
      };
    },
  };
}

/** Returns an attack that sends these files in turn, from a number of accounts. */
function sendFiles(accounts: number, lanes: number, filesOf: (smoke: boolean) => Buffer[]): Attack {
  return requests(
    [lanes, 500, 16],
    async ({ attacker, smoke, account }) => {
      const keys = await Promise.all(Array.from({ length: accounts }, async () => (await account()).key));
      const files = filesOf(smoke);
      return (number) => {
        const [key, body] = [keys[number % accounts]!, files[number % files.length]!];
        return attacker.send('/import/products', { method: 'POST', key, body });
      };
    },
    BOUNDS,
  );
}

/** Imports a small file again and again, and returns the longest time. */
async function importBeside(
  url: string,
  key: string,
  mayRefuse: boolean,
  signal: AbortSignal,
): Promise<Finding> {
  const times: number[] = [];
  let refused = 0;
  let wrong = 0;
  while (!signal.aborted) {
    const started = performance.now();
    const { status, headers } = await fetch(`${url}/import/products`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: SMALL_FILE,
    });
    times.push(performance.now() - started);
    if (status === 429 && mayRefuse && headers.has('Retry-After')) refused += 1;
    else if (status !== 201) wrong += 1;
    await sleep(PAUSE_MS);
  }
  const longest = Math.max(...times);
  return {
    what: `${times.length} small files, ${refused} refused, ${wrong} wrong, ${Math.round(longest)} ms at most`,
    isWithinBounds: wrong === 0 && longest <= (mayRefuse ? SHARED_MS : OWN_PLACE_MS),
  };
}

/** Returns the path of a link to confirm a delivery. */
async function openLink({ attacker, account }: Scene): Promise<string> {
  const supplier = await account();
  const body = JSON.stringify(newDelivery(supplier));
  const created = await attacker.send('/api/v1/deliveries', { method: 'POST', key: supplier.key, body });
  const { id } = (JSON.parse(created.text) as { data: { id: number } }).data;
  const { text } = await attacker.operate(supplier.key, LINK, { id: String(id) });
  const { createReceiptLink } = (JSON.parse(text) as { data: { createReceiptLink: { url: string } } }).data;
  return new URL(createReceiptLink.url).pathname;
}

/** Returns rows with one cell in this column. */
function rowsTo(column: string, count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `<row r="${at + 1}"><c r="${column}${at + 1}"><v>1</v></c></row>`,
  ).join('');
}

function formatOf(brackets: number): string {
  return `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(brackets)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`;
}
