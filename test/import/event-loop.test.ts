import { expect, it, onTestFinished } from 'vitest';
import { importsOf } from '../support/records/importing.ts';
import { createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ worker: {} });
const { send, preview, importing } = importsOf(service);

/** The maximum time of a turn in milliseconds of processor time, which other programs do not lengthen. */
const MAX_MS = 50;
/** The number of turns that may be longer: the collection of garbage can take as long as that. */
const MAX_LONGER = 2;

/** Returns a function that returns the longest turns of the event loop since it was called last. */
function watchLoop(): () => number[] {
  let turns: number[] = [];
  let last = process.threadCpuUsage();
  let isWatching = true;
  const watch = () => {
    const { user, system } = process.threadCpuUsage(last);
    turns.push((user + system) / 1_000);
    last = process.threadCpuUsage();
    if (isWatching) setImmediate(watch);
  };
  setImmediate(watch);
  onTestFinished(() => void (isWatching = false));
  return () => {
    const longest = turns.toSorted((one, other) => other - one);
    turns = [];
    return longest;
  };
}

/** Returns a file of many rows. */
function fileOf(header: string, row: (at: number) => unknown[]): string {
  return [header, ...Array.from({ length: 20_000 }, (_, at) => row(at).join())].join('\n');
}

it('never loops over a file of 20,000 rows for long', { timeout: 300_000 }, async () => {
  const account = await createAccount(service, 'business');
  const market = await createSupermarket(account);
  const products = await Promise.all(Array.from({ length: 20 }, () => createProduct(account)));
  const goods = fileOf('reference,name,weight,price,category', (at) => [
    `A-${at}`,
    `Rye ${at}`,
    0.75,
    3.49,
    'bakery',
  ]);
  const orders = fileOf('reference,supermarket,branch,delivery_date,product,quantity', (at) => [
    `D-${Math.floor(at / 4)}`,
    market.name,
    market.branches[0].name,
    inDays(2),
    products[at % 20]!.sequential_id,
    1 + (at % 9),
  ]);
  const refused = goods.replaceAll(',0.75,', ',x,');
  // Programs are compiled with their first use.
  await preview(account, 'products', goods.slice(0, 2_000));
  const longest = watchLoop();
  const works: Record<string, () => Promise<unknown>> = {
    'preview of products': () => preview(account, 'products', goods),
    'import of products': () => importing(account, 'products', goods),
    'preview of deliveries': () => preview(account, 'deliveries', orders),
    'import of deliveries': () => importing(account, 'deliveries', orders),
    'file of refused rows': async () => {
      const { json } = await send(account, 'products', refused);
      const headers = { Authorization: `Bearer ${account.key}` };
      const response = await fetch(`${service.url}/import/${json.data.id}/refused.csv`, { headers });
      expect((await response.text()).length).toBeGreaterThan(refused.length);
    },
  };
  for (const [name, work] of Object.entries(works)) {
    longest();
    await work();
    expect([name, longest().filter((ms) => ms > MAX_MS).length]).toEqual([
      name,
      expect.toSatisfy((count: number) => count <= MAX_LONGER),
    ]);
  }
});
