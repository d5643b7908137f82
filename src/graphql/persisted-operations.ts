import { createHash } from 'node:crypto';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Context } from '../schema/core/context.ts';
import { accountOf } from '../schema/core/context.ts';
import { errorAt, fault } from '../schema/core/errors.ts';
import { DOCUMENT_LIMITS } from './document-limits.ts';

const PERSISTED_FIELD = 'extensions.persistedQuery';
/** For all accounts in one process. A client whose document was evicted sends it again. */
const MAX_PERSISTED_LENGTH = 8 * 1_024 * 1_024;

/**
 * Automatic persisted queries: a client sends the SHA-256 of its document, and the document itself only when
 * it is unknown. Accounts find only documents that their own keys have sent.
 */
export function persistedOperations(): Plugin<object, { context: Context }> {
  const documents = new LRUCache<string, string>({
    maxSize: MAX_PERSISTED_LENGTH,
    sizeCalculation: (document) => document.length + 1,
  });
  return {
    onParams({ params, setParams, context: { context } }) {
      const extension: unknown = params?.extensions?.persistedQuery;
      if (extension === undefined || extension === null) return;
      const hash = hashIn(extension);
      const key = `${accountOf(context)}:${hash}`;
      const { query } = params;
      if (typeof query !== 'string') {
        const cached = documents.get(key);
        // Clients recognize this message and then send the document.
        if (cached === undefined) throw fault('unknown_query', 'PersistedQueryNotFound', PERSISTED_FIELD);
        return setParams({ ...params, query: cached });
      }
      if (createHash('sha256').update(query).digest('hex') !== hash) {
        throw fault(
          'invalid_hash',
          `${PERSISTED_FIELD}.sha256Hash must be the SHA-256 of query`,
          PERSISTED_FIELD,
        );
      }
      if (query.length <= DOCUMENT_LIMITS.characters) documents.set(key, query);
    },
  };
}

function hashIn(persistedQuery: unknown): string {
  const { version, sha256Hash } = persistedQuery as { version?: unknown; sha256Hash?: unknown };
  if (version === 1 && typeof sha256Hash === 'string' && /^[\da-f]{64}$/.test(sha256Hash)) return sha256Hash;
  throw errorAt(
    PERSISTED_FIELD,
    'invalid_format',
    'must be {version: 1, sha256Hash: <64 hexadecimal digits>}',
  );
}
