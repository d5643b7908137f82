import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { filtersOf } from '../../core/list/filters.ts';
import { ID, TEXT, TIME } from '../../core/noun/kinds.ts';
import { idInput } from '../../core/noun/record-id.ts';
import { anyOf, instant } from '../../core/noun/rules.ts';
import { AUDIT_ACTIONS } from '../../core/audit/actions.ts';

const action = z.enum(AUDIT_ACTIONS, `must be one of ${AUDIT_ACTIONS.join(', ')}`);

export const AUDIT_FILTERS = filtersOf(
  'AuditFilter',
  'entries',
  {
    actions: {
      kind: TEXT,
      rule: anyOf(action, AUDIT_ACTIONS.length),
      isList: true,
      is: 'of one of these actions, such as `key.revoked`',
      where: (actions) => Prisma.sql`action = ANY(${actions}::text[])`,
    },
    keyId: {
      kind: ID,
      rule: idInput,
      is: 'that this API key did',
      where: (key) => Prisma.sql`key_id = ${key}`,
    },
    from: {
      kind: TIME,
      rule: instant,
      is: 'at this time or later',
      where: (time) => Prisma.sql`at >= ${time}::timestamptz`,
    },
    to: {
      kind: TIME,
      rule: instant,
      endOf: 'from',
      is: 'at this time or earlier',
      where: (time) => Prisma.sql`at <= ${time}::timestamptz`,
    },
  },
  { boundedBy: 'the entries that the log keeps of an account, read in the order of time' },
);
