import type { WebhookMessageStatus, WebhookStatus } from '../generated/operations.ts';
import { Badge, type Tone } from '../kit/badge.tsx';

const TONES: Record<WebhookStatus | WebhookMessageStatus, Tone> = {
  ACTIVE: 'good',
  DEACTIVATED: 'bad',
  PENDING: 'note',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  CANCELLED: 'plain',
};

/** The state of a webhook or of a message. */
export function StatusBadge({ status }: { status: keyof typeof TONES }) {
  return <Badge tone={TONES[status]}>{status.toLowerCase()}</Badge>;
}
