import config from './vitest.config.ts';

/** The quick run: every interface and rule, in files that take a second or two and start no other program. */
const QUICK = [
  'test/{import-rules,log,sql-count}.test.ts',
  'test/database/{constraints,drift,tenancy}.test.ts',
  'test/graphql/{access,connection-input,cost,cost-limits,examples,guards,money,ordinary-costs,sql-count}.test.ts',
  'test/http/{cors,host,request-id,session-csrf,settings}.test.ts',
  'test/jobs/{payload,worker-metrics}.test.ts',
  'test/limits/{addresses,client-address,limiter}.test.ts',
  'test/reference/{describe,lint,openapi}.test.ts',
  'test/rest/{body,contract,etag,read,webhook}.test.ts',
  'test/schema/{core/noun/record-id,rules-once}.test.ts',
  'test/schema/{core/secret,people/api-key,catalogue/product,catalogue/supermarket,trade/delivery,trade/return}/**/*.test.ts',
  'test/schema/core/event/publish.test.ts',
  'test/schema/exchange/webhook/!(delete-subscription|recover-messages).test.ts',
  'test/web/{account,products,wrong-address}.test.ts',
  'packages/compiled-execution/test/{executor,pothos}.test.ts',
  'packages/fair-pool/test/**/*.test.ts',
  'packages/guarded-sender/test/{address-guard,public-address,signature}.test.ts',
];

export default { ...config, test: { ...config.test, projects: undefined, include: QUICK } };
