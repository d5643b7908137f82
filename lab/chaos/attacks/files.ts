import { setTimeout as sleep } from 'node:timers/promises';
import { xlsxWith, zipOf } from '../../archive.ts';
import { headersOf, type Supplier } from '../../supplier.ts';
import { type Attack, type Attacks, type Finding, requests, type Scene } from '../attack.ts';

const HEADER = 'reference,name,weight,price,category';
const MIB = 1_024 ** 2;
const BOUNDS = { maxGrowthMiB: 300 };

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

/** Attacks by uploads of files. */
export const FILES: Attacks = {
  'hostile-files': sendFiles(4, 8, hostileFiles),
  // The service reads one file of an account at a time, so that other accounts' files are read as well.
  'files-of-one-account': {
    ...BOUNDS,
    async prepare(scene) {
      const attack = await sendFiles(1, 4, hostileFiles).prepare(scene);
      return async (signal) => {
        const attacking = attack(signal);
        const finding = await importBeside(scene, signal);
        await attacking;
        return finding;
      };
    },
  },
  // A preview writes each batch and rolls it back, with the locks of a write.
  'previews-of-many-rows': {
    ...BOUNDS,
    async prepare({ attacker, smoke, account, url, neighbour }) {
      const supplier = await account();
      const rows = Array.from({ length: smoke ? 2_000 : 50_000 }, (_, at) => `A-${at},Rye,1,1,bakery`);
      const body = Buffer.from([HEADER, ...rows].join('\n'));
      return async (signal) => {
        const ends = new AbortController();
        const writing = [supplier, neighbour].map((writer) => writeBeside(url, writer, ends.signal));
        while (!signal.aborted) {
          await attacker.send('/import/products', { method: 'POST', key: supplier.key, body });
        }
        ends.abort();
        return joined(await Promise.all(writing));
      };
    },
  },
  'refused-rows': sendFiles(4, 8, (smoke) => [
    Buffer.from(`${HEADER}\n${',,abc,xyz,nothing\n'.repeat(smoke ? 1_000 : 50_000)}`),
  ]),
};

const SMALL_FILE = `${HEADER}\nA-1,Rye,1,1,bakery\nA-2,Oat,1,1,bakery\n`;
const PAUSE_MS = 500;
/** How long a file of two rows, or a new product, may take. */
const MAX_MS = 2_000;

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

/** Imports a small file of the neighbour again and again. */
function importBeside({ url, neighbour }: Scene, signal: AbortSignal): Promise<Finding> {
  const request = { method: 'POST', headers: headersOf(neighbour), body: SMALL_FILE };
  return repeat('small files', () => fetch(`${url}/import/products`, request), signal);
}

/** Creates products of an account again and again. */
function writeBeside(url: string, writer: Supplier, signal: AbortSignal): Promise<Finding> {
  const body = JSON.stringify({ name: 'Oat', weight: 1, price: 1, category: 'bakery' });
  const request = { method: 'POST', headers: headersOf(writer), body };
  return repeat('new products', () => fetch(`${url}/api/v1/products`, request), signal);
}

/** Sends a request again and again, and returns the longest time. */
async function repeat(what: string, send: () => Promise<Response>, signal: AbortSignal): Promise<Finding> {
  const times: number[] = [];
  let wrong = 0;
  while (!signal.aborted) {
    const started = performance.now();
    const { status } = await send();
    times.push(performance.now() - started);
    if (status !== 201) wrong++;
    await sleep(PAUSE_MS);
  }
  const longest = Math.max(...times);
  return {
    what: `${times.length} ${what}, ${wrong} refused, ${Math.round(longest)} ms at most`,
    isWithinBounds: wrong === 0 && longest <= MAX_MS,
  };
}

function joined(findings: readonly Finding[]): Finding {
  return {
    what: findings.map(({ what }) => what).join('; '),
    isWithinBounds: findings.every(({ isWithinBounds }) => isWithinBounds),
  };
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
