import type { WebhookMessageStatus, WebhookStatus } from '../../generated/operations.ts';
import { Badge, type Tone } from '../../base/kit/layout/badge.tsx';

const LOOKS: Record<WebhookStatus | WebhookMessageStatus, [label: string, tone: Tone]> = {
  ACTIVE: ['Active', 'good'],
  DEACTIVATED: ['Deactivated', 'bad'],
  PENDING: ['Pending', 'note'],
  SUCCEEDED: ['Succeeded', 'good'],
  FAILED: ['Failed', 'bad'],
  CANCELLED: ['Cancelled', 'plain'],
};

/** The statuses of messages, in their usual order. */
export const MESSAGE_STATUSES = [
  'PENDING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
] as const satisfies WebhookMessageStatus[];

/** Returns the status with this name, such as from the address; undefined for an unknown one. */
export function messageStatusOf(name: string | undefined): WebhookMessageStatus | undefined {
  return MESSAGE_STATUSES.find((status) => status === name);
}

export function labelOf(status: WebhookMessageStatus): string {
  return LOOKS[status][0];
}

interface WebhookState {
  status: WebhookStatus;
  consecutiveFailures: number;
}

/** Shows the status of a webhook: "Failing" while it is active and its latest callback failed. */
export function WebhookBadge({ webhook: { status, consecutiveFailures } }: { webhook: WebhookState }) {
  if (status === 'ACTIVE' && consecutiveFailures > 0) return <Badge tone="warn">Failing</Badge>;
  return <StatusBadge status={status} />;
}

/** Shows the status of a webhook or of a message. */
export function StatusBadge({ status }: { status: keyof typeof LOOKS }) {
  const [label, tone] = LOOKS[status];
  return <Badge tone={tone}>{label}</Badge>;
}
