import type { Pool } from 'pg';
import { lacksWords, WORD_TEXTS, type WordTable } from '../schema/search/word-texts.ts';
import { inBatches } from './in-batches.ts';

/** The records of one transaction. */
const WORDS_BATCH = 500;
/** A worker that stops waits for its jobs, so each run is short. */
const MAX_BATCHES = 50;

/**
 * Fills the column that words are searched in for records from before it, in at most {@link MAX_BATCHES} transactions of
 * {@link WORDS_BATCH} records for each table; the next run goes on. Those that others have locked wait for it, too.
 */
export async function fillWords(pool: Pick<Pool, 'query'>): Promise<void> {
  for (const table of Object.keys(WORD_TEXTS) as WordTable[]) {
    await inBatches(pool, statementFor(table), { size: WORDS_BATCH, most: MAX_BATCHES });
  }
}

function statementFor(table: WordTable): string {
  return `
    WITH chosen AS (
      SELECT account_id, id FROM ${table} WHERE ${lacksWords(table).sql}
      ORDER BY account_id, id LIMIT ${WORDS_BATCH} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE ${table} record SET words = word_text(${WORD_TEXTS[table].sql}) FROM chosen
    WHERE record.account_id = chosen.account_id AND record.id = chosen.id`;
}
