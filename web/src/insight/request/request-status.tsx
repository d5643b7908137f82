import { Badge } from '../../base/kit/layout/badge.tsx';

interface RequestOutcome {
  status: number | null;
  failed: boolean;
}

/** Shows the status of a response, and whether the request failed. */
export function RequestStatus({ request: { status, failed } }: { request: RequestOutcome }) {
  if (status === null) return <Badge tone="warn">No response</Badge>;
  const tone = status >= 500 ? 'bad' : failed ? 'warn' : 'good';
  return <Badge tone={tone}>{failed && status < 400 ? `${status} with errors` : status}</Badge>;
}
