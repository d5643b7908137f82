import { Command } from 'commander';
import { pino } from 'pino';
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
  const orders = Math.ceil(dates / accounts / LEAD_DAYS);
  for (const { accountId, supermarketId, branchId, productIds } of suppliers) {
    await database.pool.query(
      `WITH standing AS (
         INSERT INTO standing_orders (account_id, supermarket_id, branch_id, weekdays, starts_on, lead_days, generate_at,
                                      settled_until, check_at)
         SELECT $1, $2, $3, '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}', '2020-01-01', ${LEAD_DAYS},
                '00:00', now()::date, now()
         FROM generate_series(1, $4) RETURNING account_id, id
       )
       INSERT INTO standing_order_lines (account_id, standing_order_id, line_number, product_id, quantity)
       SELECT account_id, id, line_number, product, 10
       FROM standing, unnest($5::bigint[]) WITH ORDINALITY AS each (product, line_number) WHERE line_number <= $6`,
      [accountId, supermarketId, branchId, orders, productIds, lines],
    );
  }
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
