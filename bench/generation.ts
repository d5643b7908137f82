import { Command } from 'commander';
import { pino } from 'pino';
import { fillStandingOrders } from '../lab/fill.ts';
import { onStage } from '../lab/stage.ts';
import { createSuppliers } from '../lab/supplier.ts';
import { domainSettingsOf, readConfig } from '../src/config.ts';
import { createSecretBox } from '../src/schema/secret/secret-box.ts';
import { generateDeliveries } from '../src/schema/standing-order/generate-deliveries.ts';

const LEAD_DAYS = 14;

const script = new Command('bench:generation')
  .description('How long does the generation of 100,000 deliveries from standing orders take?')
  .option('--dates <count>', 'dates that are due', Number, 100_000)
  .option('--accounts <count>', 'accounts that have the orders', Number, 100)
  .option('--lines <count>', 'lines of each order, at most 3', Number, 3)
  .parse();
const { dates, accounts, lines } = script.opts<{ dates: number; accounts: number; lines: number }>();

await onStage(script, async ({ database, report }) => {
  const suppliers = await createSuppliers(database, accounts);
  const count = Math.ceil(dates / accounts / LEAD_DAYS);
  for (const supplier of suppliers)
    await fillStandingOrders(database, supplier, { count, lead: LEAD_DAYS, lines, within: 0 });
  await database.pool.query('VACUUM (ANALYZE)');
  const host = {
    database,
    announce() {},
    settings: { ...domainSettingsOf(readConfig({})), secrets: createSecretBox([]) },
    log: pino({ level: 'silent' }),
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
