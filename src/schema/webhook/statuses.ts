/** Whether callbacks are sent to a webhook. */
export const WEBHOOK_STATUSES = ['active', 'deactivated'] as const;

/** The delivery status of a message. */
export const MESSAGE_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const;
