import { xlsxWith, zipOf } from '../../lab/archive.ts';
import { inLanes } from '../../lab/load.ts';
import { newDelivery } from '../../lab/supplier.ts';
import type { Attacks, Scene } from '../attack.ts';

const HEADER = 'reference,name,weight,price,category';
const MIB = 1_024 ** 2;
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

/** What is sent to be read: files, and the forms of receipts. */
export const FILES: Attacks = {
  'hostile-files': {
    maxGrowthMiB: 300,
    async prepare({ attacker, smoke, account }) {
      const accounts = await Promise.all(Array.from({ length: 4 }, () => account()));
      const files = HOSTILE.map((make) => make());
      const send = (number: number) =>
        attacker.send('/import/products', {
          method: 'POST',
          key: accounts[number % accounts.length]!.key,
          body: files[number % files.length]!,
        });
      return (signal) => inLanes(8, smoke ? 16 : 500, send, signal);
    },
  },
  'refused-rows': {
    maxGrowthMiB: 300,
    async prepare({ attacker, smoke, account }) {
      const accounts = await Promise.all(Array.from({ length: 4 }, () => account()));
      const body = Buffer.from(`${HEADER}\n${',,abc,xyz,nothing\n'.repeat(smoke ? 1_000 : 50_000)}`);
      const send = (number: number) => {
        const { key } = accounts[number % accounts.length]!;
        return attacker.send('/import/products', { method: 'POST', key, body });
      };
      return (signal) => inLanes(8, smoke ? 16 : 500, send, signal);
    },
  },
  'receipt-links': {
    maxGrowthMiB: 300,
    async prepare(scene) {
      const { attacker, smoke } = scene;
      const paths = await Promise.all(Array.from({ length: 4 }, () => openLink(scene)));
      const body = Array.from({ length: 17_000 }, (_, at) => `received-${at}=`)
        .join('&')
        .slice(0, 250_000);
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const send = (number: number) =>
        attacker.send(paths[number % paths.length]!, { method: 'POST', headers, body });
      return (signal) => inLanes(8, smoke ? 16 : 240, send, signal);
    },
  },
};

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
