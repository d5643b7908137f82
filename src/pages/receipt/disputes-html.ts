import { escaped } from '../../reference/html.ts';
import { MAX_QUESTION } from '../../schema/trade/limits.ts';
import type { NoteDispute, NoteLine } from '../../schema/trade/receipt/read-note.ts';
import { ANSWER_FIELD } from './form.ts';
import { ANSWER_CONSTRAINT } from './receipt-fields.ts';
import { marksOf, type Refusal, whyOf } from './refusal.ts';
import { wordsOf } from './words-of.ts';

const DISPUTE_STATUSES: Record<string, string> = {
  open: 'waiting for the supplier',
  accepted: 'accepted by the supplier',
  declined: 'declined by the supplier',
};

/** Returns the quantity that the branch received, and the status of the dispute, in words. */
export function disputeIn(dispute: NoteDispute, quantity: number): string {
  const { lot, delivered, received, reason, status } = dispute;
  const of = lot === null ? '' : ` of lot ${escaped(lot)}`;
  return `Received ${received} of ${delivered ?? quantity}${of}: ${escaped(wordsOf(reason))}, <strong>${waitsForAnswer(dispute) ? 'waiting for your answer' : DISPUTE_STATUSES[status]!}</strong>`;
}

function waitsForAnswer({ status, question, answer }: NoteDispute): boolean {
  return status === 'open' && question !== null && answer === null;
}

/**
 * Returns the supplier's question about a dispute, with the answer, unless it is among the open questions.
 */
export function answerIn(dispute: NoteDispute): string {
  const { question, answer } = dispute;
  if (question === null || waitsForAnswer(dispute)) return '';
  const asked = `<p class="text">The supplier asked: ${escaped(question)}</p>`;
  return answer === null
    ? asked
    : `${asked}<p class="done text" role="status">Answer sent: ${escaped(answer)}</p>`;
}

/** Returns the questions that wait for an answer, each with its form. */
export function questionsIn(lines: readonly NoteLine[], refusal: Refusal | undefined): string {
  const waiting = lines.flatMap((line) =>
    line.disputes.filter(waitsForAnswer).map((dispute) => questionIn(line, dispute, refusal)),
  );
  if (waiting.length === 0) return '';
  return `<section class="questions"><h2>${waiting.length === 1 ? 'A question' : 'Questions'} from the supplier</h2>
${waiting.join('\n')}</section>
`;
}

function questionIn(
  { name, quantity }: NoteLine,
  dispute: NoteDispute,
  refusal: Refusal | undefined,
): string {
  const id = String(dispute.id);
  const own = refusal?.typed.get(ANSWER_FIELD.dispute) === id ? refusal : undefined;
  const typed = own?.typed.get(ANSWER_FIELD.answer) ?? '';
  const { attributes, below } = marksOf(own, ANSWER_FIELD.answer, {
    id: `answer-${id}`,
    describedBy: `question-${id}`,
  });
  return `<p><strong>${escaped(name)}</strong>: ${disputeIn(dispute, quantity)}</p>
<p class="text" id="question-${id}">The supplier asks: ${escaped(dispute.question!)}</p>
<form method="post" data-answer novalidate>
<input type="hidden" name="${ANSWER_FIELD.dispute}" value="${id}">
<p><label for="answer-${id}">Your answer</label>
<textarea id="answer-${id}" name="${ANSWER_FIELD.answer}" ${attributes} required ${whyOf(`${name}: ${ANSWER_CONSTRAINT}`)} maxlength="${MAX_QUESTION}" rows="3">
${escaped(typed)}</textarea>${below}</p>
<button type="submit">Send answer</button>
</form>`;
}
