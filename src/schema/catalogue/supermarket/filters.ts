import { Prisma } from '../../../generated/prisma/client.ts';
import { containing } from '../../core/list/containing.ts';
import { filtersOf } from '../../core/list/filters.ts';
import { TEXT } from '../../core/noun/kinds.ts';
import { text } from '../../core/noun/rules.ts';
import { recordsWith } from '../../core/search/places.ts';
import { BY_WORDS, inRecords, withWords } from '../../core/search/words.ts';
import { referenceFilters, timeFilters } from '../../core/list/sync-filters.ts';

export const SUPERMARKET_FILTERS = filtersOf(
  'SupermarketFilter',
  'supermarkets',
  {
    search: {
      kind: TEXT,
      rule: text(),
      is: 'with this text in the name, ignoring case',
      where: (search) => containing(Prisma.sql`name`, search),
    },
    words: {
      ...BY_WORDS,
      is: 'with all of these words in its name or reference, or in the name, address, reference or GLN of one of its branches, in any order. Ignores case and accents',
      where: (search, accountId) => {
        const { own, place } = inRecords('supermarkets', accountId);
        const column = Prisma.sql`DISTINCT supermarket_id`;
        const ofBranches = {
          column: Prisma.sql`id`,
          ids: recordsWith('branches', accountId, true, column),
        };
        return withWords(search, { own: (word) => [own(word)], places: [place, ofBranches] });
      },
    },
    ...referenceFilters(),
    ...timeFilters('created or changed, or with a branch that was added or changed,'),
  },
  { boundedBy: 'the quota of supermarkets' },
);
