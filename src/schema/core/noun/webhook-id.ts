const WEBHOOK_ID_FORM = /^msg_[0-9a-f]{32}$/;

/**
 * Returns whether `text` looks like a webhook-id; other text matches no message and may be invalid in a
 * column.
 */
export function isWebhookId(text: string): boolean {
  return WEBHOOK_ID_FORM.test(text);
}

/**
 * Returns the SQL of the webhook-id of an event's message to a subscription. A message that a crash of
 * PostgreSQL lost is created again with the same one.
 *
 * @param event the name of a row with the event's account_id, id and created_at
 */
export function webhookIdOf(subscription: string, event: string): string {
  const parts = `${event}.account_id, ${subscription}, ${event}.id, extract(epoch FROM ${event}.created_at)`;
  // Servers in FIPS mode refuse md5.
  return `'msg_' || left(encode(sha256(convert_to(concat_ws(':', ${parts}), 'UTF8')), 'hex'), 32)`;
}
