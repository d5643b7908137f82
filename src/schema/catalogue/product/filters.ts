import { Prisma } from '../../../generated/prisma/client.ts';
import { containing } from '../../core/list/containing.ts';
import { type FilterCondition, filtersOf } from '../../core/list/filters.ts';
import { BOOLEAN, TEXT } from '../../core/noun/kinds.ts';
import { text } from '../../core/noun/rules.ts';
import { isShortWord } from '../../core/search/places.ts';
import {
  BY_WORDS,
  inRecords,
  isNumber,
  MAX_LIST_MATCHES,
  withTexts,
  withWords,
} from '../../core/search/words.ts';
import { referenceFilters, timeFilters } from '../../core/list/sync-filters.ts';
import { gtin, paddedGtin } from '../../core/noun/trade-numbers.ts';

export const PRODUCT_FILTERS = filtersOf('ProductFilter', 'products', {
  category: {
    kind: TEXT,
    rule: text(),
    inRest: true,
    is: 'in exactly this category',
    where: (category) => Prisma.sql`category = ${category}`,
  },
  search: {
    kind: TEXT,
    rule: text(),
    inRest: true,
    is: 'with this text in the name, or with this number, such as P-0001, ignoring case',
    where: matchingProducts,
  },
  words: {
    ...BY_WORDS,
    is: 'with all of these words in the name or the reference, in any order, or with the number, such as P-0001 or 1, or with the GTIN of the product or of its case. Ignores case and accents',
    where: (search, accountId) => {
      const { own, place } = inRecords('products', accountId);
      return withWords(search, {
        own: (word) => [own(word), numbered(word), sequential(word), coded(word)],
        places: [place],
      });
    },
  },
  archived: {
    kind: BOOLEAN,
    rule: BOOLEAN.rule,
    is: 'whether to list archived products only (`true`) or those in use only (`false`). Default: both',
    where: (isArchived) =>
      isArchived ? Prisma.sql`archived_at IS NOT NULL` : Prisma.sql`archived_at IS NULL`,
  },
  ...referenceFilters(),
  gtin: {
    kind: TEXT,
    rule: gtin,
    is: 'with this GTIN. GTINs of different lengths are the same with zeros in front',
    where: (each) => Prisma.sql`lpad(gtin, 14, '0') = ${paddedGtin(each)}`,
  },
  ...timeFilters(),
});

/** At most the digits of a safe integer. */
const SEQUENTIAL_ID = /^P-(0*)(\d{1,15})$/i;

/** Returns the condition that a product has this text in its name, or as its sequential id. */
function matchingProducts(search: string, accountId: bigint): FilterCondition {
  const named = containing(Prisma.sql`name`, search);
  const few = {
    column: Prisma.sql`id`,
    ids: (text: string) => Prisma.sql`SELECT id FROM products
      WHERE account_id = ${accountId} AND short_words(words) @> short_keys(${text}) AND ${named}`,
    many: () => named,
    max: MAX_LIST_MATCHES,
    isFor: isShortWord,
    rows: Prisma.sql`products WHERE account_id = ${accountId}`,
  };
  return withTexts([search], {
    own: (text) => [sequential(text), !isShortWord(text) && named],
    places: [few],
  });
}

function sequential(search: string): Prisma.Sql | false {
  const [, zeros = '', digits = '0'] = SEQUENTIAL_ID.exec(search) ?? [];
  const isSequentialId = digits !== '0' && zeros.length === Math.max(0, 4 - digits.length);
  return isSequentialId && Prisma.sql`sequence_number = ${BigInt(digits)}`;
}

function numbered(word: string): Prisma.Sql | false {
  return isNumber(Prisma.sql`sequence_number`, word);
}

/** Returns the condition that a product, or its case, has the GTIN that a word consists of. */
function coded(word: string): Prisma.Sql | false {
  if (!gtin.safeParse(word).success) return false;
  const code = paddedGtin(word);
  return Prisma.sql`(gtin IS NOT NULL AND lpad(gtin, 14, '0') = ${code}
    OR case_gtin IS NOT NULL AND lpad(case_gtin, 14, '0') = ${code})`;
}

/** Returns the condition that the product of a row is in a category. */
export function isInCategory(accountId: bigint, category: string): Prisma.Sql {
  return Prisma.sql`product_id IN (SELECT id FROM products WHERE account_id = ${accountId} AND category = ${category})`;
}
