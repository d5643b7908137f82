const FORM = /^msg_[0-9a-f]{32}$/;

/** Whether `text` looks like a webhook-id; other text, which may hold what no column can, names no message. */
export function isWebhookId(text: string): boolean {
  return FORM.test(text);
}
