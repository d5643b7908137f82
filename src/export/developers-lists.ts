import { z } from 'zod';
import {
  ExportFailuresDocument,
  ExportKeysDocument,
  ExportMessagesDocument,
  ExportSessionsDocument,
  ExportUsageDocument,
  ExportWebhooksDocument,
} from '../generated/operations.ts';
import { MESSAGE_FILTERS } from '../schema/exchange/webhook/filters.ts';
import { exported, type ExportedList, filterQueryWithin, exportPageOf, wholeListOf } from './exported.ts';
import { HOUR_MS } from '../durations.ts';

const RANGES = {
  // The last 24 hours include a part of yesterday.
  '24h': { days: 2, interval: 'HOUR' },
  '7d': { days: 7, interval: 'DAY' },
  '30d': { days: 30, interval: 'DAY' },
} as const;

const range = z
  .enum(['24h', '7d', '30d'], 'must be 24h, 7d or 30d')
  .describe('How far it goes back.')
  .default('7d')
  .transform((name) => RANGES[name]);

/** The lists on the pages for developers. */
export const DEVELOPERS_LISTS: Record<string, ExportedList> = {
  'api-keys': ofPage(
    exported(ExportKeysDocument, z.strictObject({}), ({ apiKeys }) => wholeListOf(apiKeys), {
      number: ({ id }) => Number(id),
      key: ({ name }) => name,
      ends_with: ({ lastFour }) => lastFour,
      permissions: ({ scopes }) => scopes.join(' '),
      created_at: ({ createdAt }) => createdAt,
      last_used_at: ({ lastUsedAt }) => lastUsedAt,
      expires_at: ({ expiresAt }) => expiresAt,
      previous_value_expires_at: ({ previousValueExpiresAt }) => previousValueExpiresAt,
      previous_value_last_used_at: ({ previousValueLastUsedAt }) => previousValueLastUsedAt,
    }),
  ),
  sessions: ofPage(
    exported(ExportSessionsDocument, z.strictObject({}), ({ sessions }) => wholeListOf(sessions), {
      number: ({ id }) => Number(id),
      browser: ({ userAgent }) => userAgent,
      this_browser: ({ isCurrent }) => (isCurrent ? 'yes' : 'no'),
      last_active_at: ({ lastUsedAt }) => lastUsedAt,
      signed_in_at: ({ createdAt }) => createdAt,
    }),
  ),
  webhooks: exported(ExportWebhooksDocument, z.strictObject({}), ({ webhooks }) => exportPageOf(webhooks), {
    number: ({ id }) => Number(id),
    url: ({ url }) => url,
    description: ({ description }) => description,
    status: (webhook) => webhook.status.toLowerCase(),
    events: ({ events }) => events.join(' '),
    consecutive_failures: ({ consecutiveFailures }) => consecutiveFailures,
    created_at: ({ createdAt }) => createdAt,
  }),
  messages: exported(
    ExportMessagesDocument,
    filterQueryWithin(MESSAGE_FILTERS, 'webhookId'),
    ({ webhook }) => webhook && exportPageOf(webhook.messages),
    {
      message: ({ id }) => id,
      event: ({ event }) => event,
      record: ({ recordId }) => recordId && Number(recordId),
      status: (message) => message.status.toLowerCase(),
      attempts: ({ attempts }) => attempts.length,
      last_status_code: ({ attempts }) => attempts.at(-1)?.statusCode ?? null,
      last_error: ({ attempts }) => attempts.at(-1)?.error ?? null,
      created_at: ({ createdAt }) => createdAt,
      next_attempt_at: ({ nextAttemptAt }) => nextAttemptAt,
    },
  ),
  usage: ofPage(
    exported(
      ExportUsageDocument,
      z.strictObject({ range }).transform(({ range }) => range),
      ({ account: { requestCounts } }, { interval }) =>
        wholeListOf(interval === 'HOUR' ? requestCounts.filter(isOfLastDay) : requestCounts),
      {
        from: ({ from }) => from,
        key: ({ keyName }) => keyName,
        requests: ({ requests }) => requests,
        rate_limited: ({ refused }) => refused,
        failed: ({ failed }) => failed,
      },
    ),
  ),
  failures: ofPage(
    exported(
      ExportFailuresDocument,
      z.strictObject({ range }).transform(({ range: { days } }) => ({ days })),
      ({ account: { requestFailures } }) => wholeListOf(requestFailures),
      {
        endpoint: ({ endpoint }) => endpoint,
        status: ({ status }) => status,
        code: ({ code }) => code,
        key: ({ keyName }) => keyName,
        requests: ({ requests }) => requests,
      },
    ),
  ),
};

/** Returns the list restricted to sessions of the web page. */
function ofPage(list: ExportedList): ExportedList {
  return { ...list, isOfPage: true };
}

function isOfLastDay({ from }: { from: string }): boolean {
  return Date.parse(from) > Date.now() - 24 * HOUR_MS;
}
