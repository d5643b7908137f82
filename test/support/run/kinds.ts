/**
 * Files that take long and that few changes can break: outages, killed processes, whole guides, walks through
 * all pages. `npm test` leaves them out, `npm run test:long` runs them and nothing else.
 */
export const LONG = [
  'packages/embedded-cluster/test/owned-cluster.test.ts',
  'test/backup/backup.test.ts',
  'test/clients/generated-clients.test.ts',
  'test/clients/package.test.ts',
  'test/database/failover.test.ts',
  'test/docs/{month,operators-commands,recall-hour}.test.ts',
  'test/examples/nightly-sync.test.ts',
  'test/graphql/work-with-rows.test.ts',
  'test/growth/growth.test.ts',
  'test/import/cases.test.ts',
  'test/jobs/{deactivation,lost-database,many-messages,pauses}.test.ts',
  'test/process/{crash,delete-account,embedded-cli,first-start,full-disk,graphiql,keys}.test.ts',
  'test/process/{killed-worker,outage,pages,secrets,start,stop}.test.ts',
  'test/reference/docs.test.ts',
  'test/release/release.test.ts',
  'test/rest/{hostile-bodies,hostile-requests}.test.ts',
  'test/schema/exchange/import/{import-standing-orders,read-import,rehearse-batches,run-import}.test.ts',
  'test/schema/pairs-of-writes.test.ts',
  'test/schema/people/session/count-guess.test.ts',
  'test/schema/trade/standing-order/exactly-once.test.ts',
  'test/scripts/generate.test.ts',
  'test/spreadsheet/run-bounded.test.ts',
  'test/web/{accessibility,clicks,deployment,dialogs,layout,lists,lists-of-the-day,lots,order-entry}.test.ts',
  'test/web/{other-people,palette,panels,paper,recall,receipt,receipt-offline,receipts,row-menus}.test.ts',
  'test/web/{security,tables,tour-offline,two-at-once,webhook-recovery,webhooks}.test.ts',
];

/**
 * Files of `npm test` that try more of the same in `npm run test:long`: all parts of a request, not one of
 * each kind.
 */
export const MORE_LONG = ['test/graphql/hostile.test.ts', 'test/schema/trade/tour/model.test.ts'];

/**
 * Files that take minutes each, and need other programs or days of changes: `npm run test:weekly`, by hand.
 */
export const WEEKLY = [
  'test/chaos.test.ts',
  'test/docs/changes.test.ts',
  'test/export/spreadsheet-program.test.ts',
  'test/fuzz/**',
  'test/graphql/work-of-every-list.test.ts',
  'test/import/event-loop.test.ts',
];

/** Files of the other kinds that try more of the same each week: all pairs of writes, for example. */
export const MORE_WEEKLY = [
  'test/lint/expressions.test.ts',
  'test/schema/pairs-of-writes.test.ts',
  'test/schema/trade/standing-order/exactly-once.test.ts',
  'test/scripts/generate.test.ts',
];
