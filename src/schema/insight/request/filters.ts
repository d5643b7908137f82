import { Prisma } from '../../../generated/prisma/client.ts';
import { containing } from '../../core/list/containing.ts';
import { filtersOf } from '../../core/list/filters.ts';
import { BOOLEAN, ID, INTEGER, TEXT, TIME } from '../../core/noun/kinds.ts';
import { idInput } from '../../core/noun/record-id.ts';
import { exactText, instant } from '../../core/noun/rules.ts';
import { idempotencyHashOf } from './idempotency-hash.ts';

const MAX_KEY = 255;

/**
 * The filters of the request log. Time, failure, key and idempotency key have an index. Other filters are
 * checked in the order of time, among the entries of the account.
 */
export const REQUEST_FILTERS = filtersOf(
  'RequestFilter',
  'requests',
  {
    failed: {
      kind: BOOLEAN,
      rule: BOOLEAN.rule,
      is: 'true: failed requests. False: all others',
      where: (isFailed) => (isFailed ? Prisma.sql`failed` : Prisma.sql`NOT failed`),
    },
    status: {
      kind: INTEGER,
      rule: INTEGER.rule.min(100, 'must be from 100 to 599').max(599, 'must be from 100 to 599'),
      is: 'with this HTTP status',
      where: (status) => Prisma.sql`status = ${status}::smallint`,
    },
    method: {
      kind: TEXT,
      rule: exactText(),
      is: 'with this HTTP method, such as `POST`',
      where: (method) => Prisma.sql`method = ${method.toUpperCase()}`,
    },
    path: {
      kind: TEXT,
      rule: exactText(),
      is: 'whose path contains this text',
      where: (part) => containing(Prisma.sql`path`, part),
    },
    endpoint: {
      kind: TEXT,
      rule: exactText(),
      is: 'to this endpoint, such as `GET /api/v1/products/{product_id}`',
      where: (endpoint) => Prisma.sql`endpoint = ${endpoint}`,
    },
    operation: {
      kind: TEXT,
      rule: exactText(),
      is: 'of the GraphQL operation with this name',
      where: (operation) => Prisma.sql`operation = ${operation}`,
    },
    keyId: {
      kind: ID,
      rule: idInput,
      is: 'with this API key',
      where: (key) => Prisma.sql`key_id = ${key}`,
    },
    code: {
      kind: TEXT,
      rule: exactText(),
      is: 'with this error code, such as `validation_error`',
      // The index of failures is much smaller than that of all requests.
      where: (code) => Prisma.sql`(failed AND code = ${code})`,
    },
    from: {
      kind: TIME,
      rule: instant,
      is: 'received at this time or later',
      where: (time) => Prisma.sql`received_at >= ${time}::timestamptz`,
    },
    to: {
      kind: TIME,
      rule: instant,
      endOf: 'from',
      is: 'received at this time or earlier',
      where: (time) => Prisma.sql`received_at <= ${time}::timestamptz`,
    },
    idempotencyKey: {
      kind: TEXT,
      rule: exactText(MAX_KEY),
      is: 'with this `Idempotency-Key`',
      where: (key) => Prisma.sql`idempotency_key_hash = ${idempotencyHashOf(key)}`,
    },
  },
  { boundedBy: 'the requests that the log keeps of an account, read in the order of time' },
);
