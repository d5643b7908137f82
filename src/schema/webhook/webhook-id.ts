const FORM = /^msg_[0-9a-f]{32}$/;

/** Returns whether `text` looks like a webhook-id; other text matches no message and may be invalid in a column. */
export function isWebhookId(text: string): boolean {
  return FORM.test(text);
}
