import { execute, parse } from 'graphql';
import { contextOf, keyOf } from '../context.ts';
import { fillDeliveries, fillProducts, fillReturns, fillSupermarkets } from '../fill.ts';
import { percentile } from '../report.ts';
import { readScript } from '../script.ts';
import { onStage } from '../stage.ts';
import { createSupplier } from '../supplier.ts';
import { connect } from '../../src/database/connect.ts';
import { schema } from '../../src/schema/index.ts';
import { explainAll } from '../../test/support/database/explain-all.ts';

const ROUNDS = 9;
const BY_STATUS = 'count value byStatus { status count value }';

/** The root fields with their figures. */
const ANALYSES = {
  deliveries: ['deliveryAnalytics(RANGE)', BY_STATUS],
  'deliveries by delivery date': ['deliveryAnalytics(RANGE, by: DELIVERY_DATE)', `${BY_STATUS} kilograms`],
  returns: ['returnAnalytics(RANGE)', 'count quantity creditAmount rate'],
  'returns by return date': ['returnAnalytics(RANGE, by: RETURN_DATE)', 'count rate kilograms'],
};
const RANKED = ['SUPERMARKET', 'BRANCH', 'PRODUCT', 'CATEGORY'];

const FIELDS = Object.entries(ANALYSES).flatMap(
  ([what, [field, figures]]): [what: string, field: string][] => [
    [`series of ${what}`, `${field} { series(interval: DAY) { date figures { ${figures} } } }`],
    ...RANKED.map((by): [string, string] => [
      `ranking of ${what} by ${by}`,
      `${field} { ranking(by: ${by}) { name figures { ${figures} } } }`,
    ]),
  ],
);

const script = readScript(
  'bench:analytics',
  'How long do figures over 90 days take, for an account with a million deliveries in a year?',
  {
    deliveries: ['deliveries of the account', 1_000_000],
    plans: ['show how PostgreSQL executed each statement', false],
  },
);
const { deliveries, plans } = script;

await onStage(script, async ({ database, url, report }) => {
  const { accountId } = await createSupplier(database);
  process.stderr.write(`filling ${deliveries} deliveries …\n`);
  await fillSupermarkets(database, accountId, { supermarkets: 50, branches: 10 });
  await fillProducts(database, accountId, 2_000);
  await fillDeliveries(database, accountId, { deliveries, lines: 5 });
  await fillReturns(database, accountId);
  await database.pool.query('VACUUM (ANALYZE)');
  const explaining = connect(url, { max: 1 });
  let explained = '';
  await explainAll(url, explaining.pool, (plan) => (explained = plan));
  const [from, to] = [89, 0].map((days) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
  );
  const range = `dateFrom: "${from}", dateTo: "${to}", timeZone: "Europe/Berlin"`;
  report.row(['field', 'response, ms: median (best)', 'its statement, ms: median (best)']);
  for (const [what, field] of FIELDS) {
    const document = parse(`{ ${field.replace('RANGE', range)} }`);
    const answers: number[] = [];
    const statements: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      const contextValue = contextOf(explaining.prisma, keyOf(accountId));
      const { errors } = await execute({ schema, document, contextValue });
      if (errors) throw errors[0]!;
      answers.push(performance.now() - began);
      statements.push(Number(/duration: ([\d.]+) ms/.exec(explained)?.[1]));
    }
    report.row([what, medianAndBest(answers), medianAndBest(statements)]);
    if (plans) process.stdout.write(`${explained.slice(explained.indexOf('Query Parameters'))}\n`);
  }
  await explaining.close();
});

function medianAndBest(times: number[]): string {
  return `${percentile(times, 0.5).toFixed(0)} (${Math.min(...times).toFixed(0)})`;
}
