/**
 * Files that take long and that few changes can break: outages, killed processes, whole guides, walks through
 * all pages. `npm test` leaves them out, `npm run test:long` runs them and nothing else.
 */
export const LONG = [
  'packages/embedded-cluster/test/owned-cluster.test.ts',
  'test/backup/backup.test.ts',
  'test/cli/import.test.ts',
  'test/clients/{generated-clients,package,postman}.test.ts',
  'test/database/{failover,prepared-statements,replica}.test.ts',
  'test/docs/{month,operators-commands,recall-hour}.test.ts',
  'test/examples/nightly-sync.test.ts',
  'test/graphql/{live-access,texts,work-with-rows}.test.ts',
  'test/growth/growth.test.ts',
  'test/http/{shared-output,unread}.test.ts',
  'test/import/{cases,uploads}.test.ts',
  'test/jobs/{deactivation,lost-database,many-messages,pauses}.test.ts',
  'test/lab/record-turns.test.ts',
  'test/lint/expressions.test.ts',
  'test/process/{cli,crash,database-url,delete-account,embedded-cli,first-start,full-disk,graphiql,keys}.test.ts',
  'test/process/{killed-worker,no-database,outage,pages,processes,redis,roles,secrets,start,stop}.test.ts',
  'test/reference/{docs,lint}.test.ts',
  'test/release/release.test.ts',
  'test/rest/{hostile-bodies,hostile-requests}.test.ts',
  'test/schema/core/search/short-words.test.ts',
  'test/schema/exchange/import/{import-standing-orders,preview-import,read-import,rehearse-batches,run-import}.test.ts',
  'test/schema/pairs-of-writes.test.ts',
  'test/schema/people/session/count-guess.test.ts',
  'test/schema/trade/standing-order/exactly-once.test.ts',
  'test/scripts/generate.test.ts',
  'test/spreadsheet/run-bounded.test.ts',
  'test/web/{accessibility,account,cells,choices,clicks,closed-days,crates,dashboard}.test.ts',
  'test/web/{dashboard-figures,delivery-note,delivery-page,deployment,dialogs,fast-entry,forms}.test.ts',
  'test/web/{imports,kept-typing,keys,layout,lists,lists-of-the-day,locale,lost-answer,lots}.test.ts',
  'test/web/{navigation,noun-forms,order-entry,other-people,palette,panels,paper,phone}.test.ts',
  'test/web/{price-and-crate-efforts,recall,receipt,receipt-offline,receipts,row-menus,security}.test.ts',
  'test/web/{session-unread,signing-in-again,slow-network,tables,tour-offline,tour-stops}.test.ts',
  'test/web/{tours-in-states,two-at-once,typed-numbers,usage,webhook-recovery,webhooks}.test.ts',
];

/**
 * Files of `npm test` that try more of the same in `npm run test:long`: all parts of a request, not one of
 * each kind.
 */
export const MORE_LONG = [
  'test/graphql/hostile.test.ts',
  'test/schema/catalogue/closed-day/read-ics.test.ts',
  'test/schema/trade/tour/model.test.ts',
];

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
