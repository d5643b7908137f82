import { Prisma } from '../../../generated/prisma/client.ts';
import { containing } from '../../core/list/containing.ts';
import { dayFilters } from '../../core/list/day-filters.ts';
import { filtersOf } from '../../core/list/filters.ts';
import { TEXT } from '../../core/noun/kinds.ts';
import { text } from '../../core/noun/rules.ts';
import { IMPORT_KIND, IMPORT_STATUS } from './fields.ts';

export const IMPORT_FILTERS = filtersOf(
  'ImportFilter',
  'imports',
  {
    kind: {
      kind: IMPORT_KIND,
      rule: IMPORT_KIND.rule,
      is: 'with rows of this kind',
      where: (kind) => Prisma.sql`kind = ${kind}`,
    },
    status: {
      kind: IMPORT_STATUS,
      rule: IMPORT_STATUS.rule,
      is: 'in this status',
      where: (status) => Prisma.sql`status = ${status}`,
    },
    search: {
      kind: TEXT,
      rule: text(),
      is: 'with this text in the name of the file, ignoring case',
      where: (search) => containing(Prisma.sql`file_name`, search),
    },
    ...dayFilters('sent', Prisma.sql`created_at`),
  },
  { boundedBy: 'the files that an account can send in the days that imports are kept' },
);
