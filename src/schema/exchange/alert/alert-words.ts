import { STATUS_CODES } from 'node:http';
import { timeInWords } from '../../core/noun/time-in-words.ts';
import { mailWords } from '../../people/person/mail-words.ts';
import type { DueAlert } from './due-alerts.ts';
import { ALERTS_PER_HOUR, type AlertType, MAX_ALERT_RESPONSE, SUMMARY_ALERT } from './types.ts';

type Data = Record<string, string | number>;

/** The maximum length of the error of an import, which can include text of the file. */
const MAX_ERROR = 200;

/** Returns a time of the data in the zone of the account. */
type TimeOf = (time: string | number | undefined) => string;

/** The subject and the text of a mail. */
export interface AlertWords {
  subject: string;
  text: string;
}

const ALERT_WORDS: Record<
  DueAlert['type'],
  (data: Data, timeOf: TimeOf) => { subject: string; lines: string[]; page: string }
> = {
  'endpoint.failing': (data, timeOf) => ({
    subject: `Webhook ${data.webhook_id} is failing`,
    lines: [
      `The last ${data.consecutive_failures} callbacks to ${data.url} failed. After ${data.deactivates_after} in a row the webhook is deactivated, and gets no more events.`,
      ...lastFailure(data, timeOf),
    ],
    page: `webhooks/${data.webhook_id}`,
  }),
  'endpoint.disabled': (data, timeOf) => ({
    subject: `Webhook ${data.webhook_id} was deactivated`,
    lines: [
      `${data.consecutive_failures} callbacks in a row to ${data.url} failed, so the webhook gets no more events. When the receiver works again, enable the webhook and send what it missed. The operator can raise how many failures deactivate a webhook (WEBHOOK_DISABLE_AFTER) and how long it waits between them (WEBHOOK_PAUSE_MS).`,
      ...lastFailure(data, timeOf),
    ],
    page: `webhooks/${data.webhook_id}`,
  }),
  'endpoint.recovered': (data) => ({
    subject: `Webhook ${data.webhook_id} works again`,
    lines: [`The webhook to ${data.url} is active and has no failures any more.`],
    page: `webhooks/${data.webhook_id}`,
  }),
  'message.exhausted': (data, timeOf) => ({
    subject: `Webhook ${data.webhook_id} did not receive ${countInWords(Number(data.count), 'an event', 'events')}`,
    lines: exhausted(data, timeOf),
    page: `webhooks/${data.webhook_id}`,
  }),
  'key.expiring': (data, timeOf) => ({
    subject: `The API key “${/* guard: key-mail-words */ mailWords(String(data.name))}” expires soon`,
    lines: [
      `The API key “${mailWords(String(data.name))}” can be used until ${timeOf(data.expires_at)}. Rotate it, or create another one.`,
    ],
    page: 'keys',
  }),
  'import.failed': (data) => ({
    subject: `An import of ${data.kind} failed`,
    lines: [
      `Import ${data.import_id} wrote nothing: ${/* guard: error-mail-words */ mailWords(String(data.error), MAX_ERROR)}. Refused records: ${data.refused}.`,
    ],
    page: data.kind === 'supermarkets' ? 'supermarkets' : String(data.kind),
  }),
  'receipt.disputed': (data) => ({
    subject: `The receipt of delivery ${data.delivery_id} is disputed`,
    lines: [
      `${/* guard: disputed-mail-words */ mailWords(String(data.received_by))} received less than was delivered, on ${data.disputes} lines.`,
    ],
    page: `deliveries/${data.delivery_id}`,
  }),
  'receipt.to_check': (data) => ({
    subject: `The receipt of delivery ${data.delivery_id} is to be checked`,
    lines: [
      `${mailWords(String(data.recorded_by ?? 'A driver'))} recorded what ${/* guard: to-check-mail-words */ mailWords(String(data.received_by))} received: ${recordedIn(data).join(', ')}.`,
    ],
    page: `deliveries/${data.delivery_id}`,
  }),
  'lot.withdrawn_dispatched': (data) => ({
    subject: `Delivery ${data.delivery_id} left with a withdrawn lot`,
    lines: [
      `Delivery ${data.delivery_id} was marked as in transit with ${withdrawnIn(data)}. Stop the driver, or call the branch: the notices of the withdrawal include it.`,
    ],
    page: `deliveries/${data.delivery_id}`,
  }),
  'standing_order.failed': (data) => ({
    subject: `${countInWords(Number(data.count), '1 delivery', 'deliveries')} of standing orders could not be created`,
    lines: [
      'Create them by hand, or restore the date once the reason is gone. Where the day had passed and the goods went out, restore the date to record the delivery:',
      ...failedIn(data),
    ],
    page: 'standing-orders',
  }),
  [SUMMARY_ALERT]: (data, timeOf) => ({
    subject: countsIn(data).join(', '),
    lines: [
      `In an hour, at most ${ALERTS_PER_HOUR} alerts are sent, and one about messages of each webhook. Since ${timeOf(data.since)}:`,
      ...countsIn(data).map((line) => `- ${line}`),
    ],
    page: 'webhooks',
  }),
  'alert.test': () => ({
    subject: 'A test of your alerts',
    lines: ['Someone sent this test alert from the settings of your account.'],
    page: 'webhooks',
  }),
};

/** Returns the lines of a mail about returned goods and their temperatures. */
function recordedIn({ returned, temperatures }: Data): string[] {
  const measured = temperatures as unknown as { zone: string; celsius: number }[];
  const units = countInWords(Number(returned), '1 unit', 'units');
  return [
    ...(Number(returned) > 0 ? [`${units} less than was delivered`] : []),
    ...measured.map(({ zone, celsius }) => `${celsius} °C (${zone})`),
  ];
}

/** The most lots that a mail names. */
const MAX_NAMED_IN_ALERT = 10;

function withdrawnIn({ lots }: Data): string {
  const all = lots as unknown as { product_name: string; lot: string | null; withdrawal_id: number }[];
  const named = all
    .slice(0, MAX_NAMED_IN_ALERT)
    .map(
      (each) =>
        `${each.lot === null ? 'a lot' : `lot ${mailWords(each.lot)}`} of ${/* guard: product-mail-words */ mailWords(each.product_name)} (withdrawal ${each.withdrawal_id})`,
    );
  return [
    ...named,
    ...(all.length > MAX_NAMED_IN_ALERT ? [`${all.length - MAX_NAMED_IN_ALERT} more`] : []),
  ].join(', ');
}

const FAILURE_REASONS: Record<string, string> = {
  closed_day: 'the day is closed, and no open day is near',
  archived: 'a product or the branch is archived',
  too_late: 'the day had passed before the delivery was created',
  refused: 'the delivery was refused',
};

function failedIn({ count, occurrences }: Data): string[] {
  const all = occurrences as unknown as Record<
    'standing_order_id' | 'supermarket_name' | 'branch_name' | 'date' | 'reason',
    string
  >[];
  const named = all.slice(0, MAX_NAMED_IN_ALERT).map((each) => {
    const place = `${mailWords(each.supermarket_name)}, ${mailWords(each.branch_name)}`;
    return `- ${each.date}: ${place} (standing order ${each.standing_order_id}): ${FAILURE_REASONS[each.reason]}`;
  });
  const more = Number(count) - named.length;
  return more > 0 ? [...named, `- ${more} more`] : named;
}

/** A failed attempt as an alert has it. */
interface FailedAttempt {
  webhook_id: string;
  event: string;
  at: string;
  error: string;
  status_code?: number | null;
  response?: string | null;
  next_attempt_at?: string | null;
}

function lastFailure({ last_failure: last }: Data, timeOf: TimeOf): string[] {
  return last ? attemptInWords(last as unknown as FailedAttempt, timeOf) : [];
}

/** Returns the lines of a mail about a failed attempt: what was responded, and when it is tried again. */
function attemptInWords(failed: FailedAttempt, timeOf: TimeOf): string[] {
  const { event, webhook_id: id, at, error, status_code: status, response, next_attempt_at: next } = failed;
  const outcome =
    status == null ? error.replaceAll('_', ' ') : `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  const said = response ? /* guard: response-mail-words */ mailWords(response, MAX_ALERT_RESPONSE) : '';
  return [
    `The last one was ${event} (${id}), ${timeOf(at)}: ${outcome}.${next ? ` The next attempt is due ${timeOf(next)}.` : ''}`,
    ...(said ? [`The response began: ${said}`] : []),
  ];
}

/** Returns the words for more cases of each type, beyond those that alerts name. */
const MORE: Record<AlertType, (count: number) => string> = {
  'endpoint.failing': (count) =>
    `${countInWords(count, '1 more warning', 'more warnings')} about failing webhooks`,
  'endpoint.disabled': (count) =>
    `${countInWords(count, '1 more webhook was', 'more webhooks were')} disabled`,
  'endpoint.recovered': (count) =>
    `${countInWords(count, '1 more webhook works', 'more webhooks work')} again`,
  'message.exhausted': (count) =>
    `${countInWords(count, '1 more event was', 'more events were')} not delivered to a webhook`,
  'key.expiring': (count) => `${countInWords(count, '1 more API key expires', 'more API keys expire')} soon`,
  'import.failed': (count) => `${countInWords(count, '1 more import', 'more imports')} failed`,
  'receipt.disputed': (count) => `${countInWords(count, '1 more receipt is', 'more receipts are')} disputed`,
  'receipt.to_check': (count) =>
    `${countInWords(count, '1 more receipt is', 'more receipts are')} to be checked`,
  'lot.withdrawn_dispatched': (count) =>
    `${countInWords(count, '1 more delivery', 'more deliveries')} left with a withdrawn lot`,
  'standing_order.failed': (count) =>
    `${countInWords(count, '1 more run', 'more runs')} of standing orders could not create all deliveries`,
};

/** Returns a number with its noun; `one` is the whole text for 1. */
function countInWords(count: number, one: string, several: string): string {
  return count === 1 ? one : `${count} ${several}`;
}

function countsIn({ alerts }: Data): string[] {
  const counts = Object.entries(alerts as unknown as Record<AlertType, number>);
  return counts.map(([type, count]) => MORE[type as AlertType](count));
}

function exhausted({ url, count, message }: Data, timeOf: TimeOf): string[] {
  const last = message as unknown as FailedAttempt & { attempts: number };
  const events = countInWords(Number(count), '1 event', 'events');
  return [
    `After ${last.attempts} attempts, ${events} will not be sent to ${url} again. When the receiver works again, recover what the webhook missed.`,
    ...attemptInWords(last, timeOf),
  ];
}

/** The maximum number of alerts that a mail describes in full. */
const MAX_FULL_ALERTS = 20;

/** Returns several alerts in one mail. Alerts that it does not describe in full are counted. */
export function digestWords(
  alerts: readonly Pick<DueAlert, 'type' | 'body'>[],
  publicUrl: string,
  timeZone: string,
): AlertWords {
  const told = alerts.slice(0, MAX_FULL_ALERTS).map((alert) => alertWords(alert, publicUrl, timeZone));
  const rest = Map.groupBy(alerts.slice(MAX_FULL_ALERTS), ({ type }) => type);
  const more = Array.from(rest, ([type, { length }]) =>
    type in MORE ? MORE[type as AlertType](length) : null,
  );
  return {
    subject: `${alerts.length} alerts: ${told[0]!.subject}, …`,
    text: [
      ...told.map(({ subject, text }) => `${subject}\n\n${text}`),
      ...more.filter((line) => line !== null),
      ...(more.length > 0 ? [`All alerts: ${publicUrl}/settings/webhooks`] : []),
    ].join('\n\n---\n\n'),
  };
}

/** Returns an alert in words, with a link to the page to act on. */
export function alertWords(
  { type, body }: Pick<DueAlert, 'type' | 'body'>,
  publicUrl: string,
  timeZone: string,
): AlertWords {
  const { data } = JSON.parse(body) as { data: Data };
  const { subject, lines, page } = ALERT_WORDS[type](data, (time) =>
    timeInWords(new Date(time ?? 0), timeZone),
  );
  return { subject, text: [...lines, `${publicUrl}/settings/${page}`].join('\n\n') };
}
