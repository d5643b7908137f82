import { settings, silentLog } from '../context.ts';
import { fillStandingOrders } from '../fill.ts';
import { readScript } from '../script.ts';
import { onStage } from '../stage.ts';
import { createSuppliers } from '../supplier.ts';
import { generateDeliveries } from '../../src/schema/trade/standing-order/generate-deliveries.ts';

const LEAD_DAYS = 14;

const script = readScript(
  'bench:generation',
  'How long does the generation of 100,000 deliveries from standing orders take?',
  {
    dates: ['dates that are due', 100_000],
    accounts: ['accounts that have the orders', 100],
    lines: ['lines of each order, at most 3', 3],
  },
);
const { dates, accounts, lines } = script;

await onStage(script, async ({ database, report }) => {
  const suppliers = await createSuppliers(database, accounts);
  const count = Math.ceil(dates / accounts / LEAD_DAYS);
  for (const supplier of suppliers)
    await fillStandingOrders(database, supplier, { count, lead: LEAD_DAYS, lines, within: 0 });
  await database.pool.query('VACUUM (ANALYZE)');
  const host = {
    database,
    announce() {},
    settings,
    log: silentLog,
    signal: new AbortController().signal,
  };
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  while (await generateDeliveries(host));
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const { rows } = await database.pool.query<{ created: number }>(
    'SELECT count(*)::int AS created FROM deliveries',
  );
  const { created } = rows[0]!;
  report.figure('deliveries created', created);
  report.figure('seconds', seconds.toFixed(1));
  report.figure('deliveries per second', Math.round(created / seconds));
  report.figure('CPU of Node.js per delivery', `${((user + system) / 1_000 / created).toFixed(3)} ms`);
});
