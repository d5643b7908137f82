import { Link } from 'wouter';
import { WebhookTestsDocument, type WebhookTestsQuery } from '../../generated/operations.ts';
import { TEST_EVENT } from '../../generated/rules.ts';
import { sentence } from '../../base/graphql/failure.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { failureInWords } from './error-in-words.ts';

const LOOK_EVERY_MS = 1_000;

type Message = NonNullable<WebhookTestsQuery['webhook']>['messages']['nodes'][number];

interface TestResultProps {
  webhookId: string;
  /** The ids of the messages before the test. */
  known: ReadonlySet<string>;
}

/** Shows the progress of a test event, up to the first response. */
export function TestResult({ webhookId, known }: TestResultProps) {
  const { data } = useData(WebhookTestsDocument, { id: webhookId }, { everyMs: LOOK_EVERY_MS });
  const message = data?.webhook?.messages.nodes.find(
    ({ id, event }) => event === TEST_EVENT && !known.has(id),
  );
  const attempt = message?.attempts[0];
  if (!message || !attempt) return <Notice tone="note">Sending the test event…</Notice>;
  const link = <Link href={`/webhooks/${webhookId}/messages/${message.id}`}>View message</Link>;
  const { title, text } = wordsOf(attempt);
  return (
    <Notice tone={attempt.error === null ? 'good' : 'bad'} title={title} actions={link}>
      {text}
    </Notice>
  );
}

function wordsOf(attempt: Message['attempts'][number]) {
  const after = `after ${wholeNumber(attempt.durationMs)} ms`;
  return attempt.error === null
    ? { title: 'Test event delivered', text: `Status ${attempt.statusCode} ${after}.` }
    : { title: 'Test event failed', text: sentence(`${failureInWords(attempt)}, ${after}`) };
}
