import { Prisma } from '../../generated/prisma/client.ts';
import { containing } from '../containing.ts';
import { filtersOf } from '../filters.ts';
import { TEXT } from '../kinds.ts';
import { text } from '../rules.ts';
import { referenceFilters } from '../sync-filters.ts';

export const SUPERMARKET_FILTERS = filtersOf('SupermarketFilter', {
  search: {
    kind: TEXT,
    rule: text(),
    is: 'with this text in the name, ignoring case',
    where: (search) => containing(Prisma.sql`name`, search),
  },
  ...referenceFilters(),
});
