import { deactivationReason } from '../schema/exchange/webhook/deactivation.ts';

interface StoredWebhook {
  id: bigint;
  url: string;
  events: string[];
  description: string | null;
  status: string;
  consecutiveFailures: number;
  createdAt: Date;
  deactivatedAt: Date | null;
  deactivationError: string | null;
}

interface StoredMessage {
  webhookId: string;
  event: { type: string };
  status: string;
  nextAttemptAt: Date | null;
  createdAt: Date;
  attempts: readonly {
    attemptedAt: Date;
    statusCode: number | null;
    durationMs: number;
    error: string | null;
    responseExcerpt: string | null;
  }[];
}

/** Returns a webhook as lists show it; of a deactivated one also when and why. */
export function toRecord(webhook: StoredWebhook) {
  const { id, url, events, status, deactivatedAt } = webhook;
  const deactivated = { deactivated_at: deactivatedAt, deactivation_reason: deactivationReason(webhook) };
  return { id, url, events, status, ...(deactivatedAt && deactivated) };
}

/** Returns a webhook with all fields of the REST API. */
export function webhookRecord(webhook: StoredWebhook) {
  const { id, url, events, description, status, consecutiveFailures, createdAt, deactivatedAt } = webhook;
  return {
    id,
    url,
    events,
    description,
    status,
    consecutive_failures: consecutiveFailures,
    created_at: createdAt,
    deactivated_at: deactivatedAt,
    deactivation_reason: deactivationReason(webhook),
  };
}

/** Returns a message with all fields of the REST API. */
export function messageRecord(message: StoredMessage) {
  return {
    id: message.webhookId,
    event: message.event.type,
    status: message.status,
    attempts: message.attempts.map(({ attemptedAt, statusCode, durationMs, error, responseExcerpt }) => ({
      attempted_at: attemptedAt,
      status_code: statusCode,
      duration_ms: durationMs,
      error,
      response_excerpt: responseExcerpt,
    })),
    next_attempt_at: message.nextAttemptAt,
    created_at: message.createdAt,
  };
}
