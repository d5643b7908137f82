import type { AuditRowFragment } from '../../generated/operations.ts';
import type { AUDIT_ACTIONS } from '../../generated/rules.ts';
import { plural } from '../../base/kit/words/plural.ts';

/** An action of the audit log. */
type AuditAction = (typeof AUDIT_ACTIONS)[number];

interface Details {
  account?: string;
  key?: string;
  keyName?: string;
  scopes?: string[];
  graceSeconds?: number;
  webhook?: string;
  webhookUrl?: string;
  message?: string;
  changed?: string[];
  fields?: string[];
  plan?: string;
  delivery?: string;
  withdrawal?: string;
  standingOrder?: string;
  tour?: string;
  tourTemplate?: string;
  name?: string;
  /** The tour that took stops over. */
  takenBy?: string;
  date?: string;
  from?: string;
  to?: string;
  person?: string;
  personName?: string;
  formerName?: string;
  role?: string;
  formerRole?: string;
  branchName?: string;
  acknowledgedBy?: string;
  receivedBy?: string;
  found?: number | null;
  destroyed?: number | null;
  held?: number | null;
  /** The disputes of a branch: what it did not receive. */
  disputes?: string[];
  /** The disputes that were decided. */
  accepted?: string[];
  declined?: string[];
  question?: string;
  answer?: string;
  notice?: string;
  kind?: string;
  count?: number;
  created?: number;
  updated?: number;
  /** The lots of a line before and after a correction, and why. */
  before?: string[];
  after?: string[];
  reason?: string;
  /** The branch of closed days, and how many days there are. */
  branch?: string;
  days?: number;
  /** The supermarket of an adjustment of containers, or of agreed prices. */
  supermarket?: string;
  containerType?: string;
  quantity?: number;
  /** How many agreed prices were added, changed and removed. */
  added?: number;
  changedPrices?: number;
  removed?: number;
  /** The name of a saved view, and its list. */
  view?: string;
  list?: string;
  /** The number of further events of the action on that day, which have no entry of their own. */
  more?: number;
}

const keyIn = ({ keyName, key }: Details) => `The API key “${keyName ?? `#${key}`}”`;
const personIn = ({ personName, person }: Details) => personName ?? `Person #${person}`;
const ofPerson = (details: Details, link = ' of ') =>
  details.person === undefined ? '' : `${link}${details.personName ?? `person #${details.person}`}`;
const webhookIn = ({ webhook, webhookUrl }: Details) =>
  `Webhook #${webhook}${webhookUrl === undefined ? '' : ` (${webhookUrl})`}`;
const invitationOf = ({ personName, role }: Details) =>
  personName === undefined ? 'An invitation' : `The invitation of ${personName} as ${role}`;

const listIn = ({ branch }: Details) => (branch === undefined ? 'the account' : `branch #${branch}`);

const viewIn = ({ view, list }: Details) => `The view “${view}” of the list of ${list?.replace('_', ' ')}`;

const tourIn = ({ tour, name, date }: Details) =>
  `${name ?? `Tour #${tour}`}${date === undefined ? '' : ` of ${date}`}`;
const templateIn = ({ tourTemplate, name }: Details) => `The tour template ${name ?? `#${tourTemplate}`}`;

const lotsIn = (lots: string[] = []) => (lots.length > 0 ? `“${lots.join('; ')}”` : 'no lots');

const WORDS: Record<AuditAction, (details: Details) => string> = {
  'session.opened': () => 'A session was opened with the password',
  'session.refused': (details) => `A sign-in${ofPerson(details, ' as ')} with a wrong password was refused`,
  'session.ended': () => 'A session was ended',
  'session.all_ended': () => 'All sessions were ended',
  'password.changed': () => 'The password was changed',
  'password.refused': () => 'A change of the password was refused',
  'password.reset_requested': (details) => `A link to reset the password${ofPerson(details)} was mailed`,
  'password.reset': (details) => `The password${ofPerson(details)} was reset, and all sessions were ended`,
  'email.changed': () => 'The e-mail address was changed',
  'email.refused': () => 'A change of the e-mail address was refused',
  'second_factor.started': () => 'A second factor was set up but not confirmed yet',
  'second_factor.confirmed': () => 'A second factor was turned on',
  'second_factor.refused': () => 'A wrong code or password for a second factor was refused',
  'second_factor.recovery_code_used': () => 'A recovery code was used to sign in',
  'second_factor.codes_renewed': () => 'New recovery codes were created',
  'second_factor.stopped': (details) => `The second factor${ofPerson(details)} was turned off`,
  'account.opened': () => 'The account was opened',
  'account.created': () => 'The account was created',
  'account.changed': ({ fields }) => `The account was changed${listOf(fields)}`,
  'account.plan_changed': ({ plan }) => `The plan was changed to ${inCapitals(plan)}`,
  'account.deleted': () => 'The account was deleted',
  'account.restored': () => 'The account was restored',
  'person.invited': ({ personName = 'A person', role }) => `${personName} was invited as ${role}`,
  'person.role_changed': ({ role, formerRole, ...details }) =>
    `${personIn(details)} got the role ${role}${formerRole === undefined ? '' : `, and was ${formerRole} before`}`,
  'person.renamed': ({ formerName, personName }) =>
    formerName === undefined ? 'A person changed their name' : `${formerName} is now called ${personName}`,
  'person.removed': (details) => `${personIn(details)} was removed`,
  'invitation.accepted': (details) => `${invitationOf(details)} was accepted`,
  'invitation.refused': (details) => `${invitationOf(details)} was not accepted`,
  'invitation.revoked': (details) => `${invitationOf(details)} was revoked`,
  'key.created': (details) => `${keyIn(details)} was created`,
  'key.rotated': (details) => `${keyIn(details)} was rotated${graceIn(details)}`,
  'key.revoked': (details) => `${keyIn(details)} was revoked`,
  'webhook.created': (details) => `${webhookIn(details)} was created`,
  'webhook.updated': (details) => `${webhookIn(details)} was changed${listOf(details.changed)}`,
  'webhook.enabled': (details) => `${webhookIn(details)} was enabled`,
  'webhook.restored_enabled': ({ count = 0 }) =>
    `What rested since a backup was restored was enabled: alerts, standing orders and ${plural(count, 'webhook')}`,
  'webhook.deleted': (details) => `${webhookIn(details)} was deleted`,
  'webhook.secret_rotated': (details) => `The secret of webhook #${details.webhook} was replaced`,
  'webhook.tested': (details) => `A test was sent to webhook #${details.webhook}`,
  'webhook.message_resent': (details) => `A message of webhook #${details.webhook} was sent again`,
  'webhook.recovered': (details) => `Missed messages of webhook #${details.webhook} were sent again`,
  'alerts.changed': ({ changed }) => `The settings of alerts were changed${listOf(changed)}`,
  'alerts.secret_rotated': () => 'The secret of alerts was replaced',
  'lots.corrected': ({ delivery, before, after, reason }) =>
    `The lots of delivery #${delivery} were corrected from ${lotsIn(before)} to ${lotsIn(after)} (${reason})`,
  'receipt_link.created': ({ delivery }) => `A receipt link of delivery #${delivery} was created`,
  'receipt_link.revoked': ({ delivery }) => `The receipt links of delivery #${delivery} were revoked`,
  'receipt.sent': ({ delivery, branchName = 'A branch', receivedBy, disputes = [] }) =>
    `${branchName} confirmed the receipt of delivery #${delivery} (${receivedBy})${disputes.length > 0 ? `, with less of: ${disputes.join('; ')}` : ''}`,
  'receipt.settled': ({ delivery, accepted = [], declined = [] }) =>
    `Disputes of delivery #${delivery} were settled${accepted.length > 0 ? `, accepted: ${accepted.join('; ')}` : ''}${declined.length > 0 ? `, declined: ${declined.join('; ')}` : ''}`,
  'receipt.checked': ({ delivery }) => `The receipt of delivery #${delivery} was checked`,
  'receipt.asked': ({ delivery, question }) =>
    `A question about a dispute of delivery #${delivery} was sent: ${question}`,
  'receipt.answered': ({ branchName = 'A branch', delivery, answer }) =>
    `${branchName} answered a question about delivery #${delivery}: ${answer}`,
  'withdrawal.started': ({ kind, withdrawal }) =>
    `${KINDS[kind ?? ''] ?? 'Withdrawal'} #${withdrawal} was started`,
  'notice_link.created': ({ branchName = 'a branch', withdrawal }) =>
    `A link for ${branchName} to answer ${withdrawalIn(withdrawal)} was created`,
  'withdrawal.told': ({ branchName = 'A branch', withdrawal }) =>
    `${branchName} was told of ${withdrawalIn(withdrawal)}`,
  'withdrawal.acknowledged': (details) =>
    `The answer of ${details.branchName ?? 'a branch'} to ${withdrawalIn(details.withdrawal)} was recorded${answerIn(details)}`,
  'withdrawal.closed': ({ withdrawal }) => `Withdrawal #${withdrawal} was closed`,
  'file.imported': ({ created = 0, updated = 0 }) =>
    `A file was imported: ${plural(created, 'record')} created, ${updated} updated`,
  'standing_order.created': ({ standingOrder, branchName = 'a branch' }) =>
    `Standing order #${standingOrder} for ${branchName} was created`,
  'standing_order.updated': ({ standingOrder, fields }) =>
    `Standing order #${standingOrder} was changed${listOf(fields)}`,
  'standing_order.ended': ({ standingOrder }) => `Standing order #${standingOrder} was ended`,
  'occurrence.skipped': ({ standingOrder, date }) =>
    `${date} of standing order #${standingOrder} was skipped`,
  'occurrence.restored': ({ standingOrder, date, from, to, count }) =>
    standingOrder === undefined
      ? `${plural(count ?? 0, 'missed date')} of standing orders from ${from} to ${to} ${Number(count) === 1 ? 'was' : 'were'} restored`
      : `${date} of standing order #${standingOrder} was restored`,
  'occurrence.changed': ({ standingOrder, date }) =>
    `The lines of standing order #${standingOrder} on ${date} were changed`,
  'occurrence.failed': ({ standingOrder, date, reason }) =>
    `No delivery of standing order #${standingOrder} was created for ${date} (${reason?.replace('_', ' ')})`,
  'prices.changed': ({ supermarket, added = 0, changedPrices = 0, removed = 0 }) =>
    `Prices agreed with supermarket #${supermarket} were changed: ${added} added, ${changedPrices} changed, ${removed} removed`,
  'tour.created': (details) => `${tourIn(details)} was created`,
  'tour.updated': ({ takenBy, fields, ...details }) =>
    takenBy === undefined
      ? `${tourIn(details)} was changed${listOf(fields)}`
      : `Stops of ${tourIn(details)} were taken over by tour #${takenBy}`,
  'tour.deleted': (details) => `${tourIn(details)} was deleted`,
  'tour_template.created': (details) => `${templateIn(details)} was created`,
  'tour_template.updated': ({ fields, ...details }) => `${templateIn(details)} was changed${listOf(fields)}`,
  'tour_template.deleted': (details) => `${templateIn(details)} was deleted`,
  'closed_days.set': (details) => `The closed days of ${listIn(details)} were set`,
  'closed_days.imported': (details) =>
    `${plural(details.days ?? 0, 'closed day')} of ${listIn(details)} ${details.days === 1 ? 'was' : 'were'} imported from a calendar`,
  'view.shared': (details) => `${viewIn(details)} was saved for everybody`,
  'view.deleted': (details) => `${viewIn(details)}, which everybody had, was deleted`,
  'containers.adjusted': ({ containerType, supermarket, branch, quantity = 0, reason }) =>
    `The balance of container type #${containerType} of ${branch === undefined ? `supermarket #${supermarket}` : `branch #${branch}`} was adjusted by ${quantity > 0 ? '+' : ''}${quantity} (“${reason}”)`,
};

/** Returns a withdrawal in words. Older entries do not say which one it was. */
const withdrawalIn = (id: string | undefined) => (id === undefined ? 'a withdrawal' : `withdrawal #${id}`);

/** Returns who answered for a branch, and what was found there. */
function answerIn({ acknowledgedBy, ...counts }: Details): string {
  if (acknowledgedBy === undefined) return '';
  const said = (['found', 'destroyed', 'held'] as const)
    .filter((name) => counts[name] != null)
    .map((name) => `${counts[name]!} ${name}`);
  return ` (${[acknowledgedBy, ...said].join(', ')})`;
}

const KINDS: Record<string, string> = { withdrawal: 'Withdrawal', recall: 'Recall', test: 'Test withdrawal' };

/** The names of fields that do not read well. */
const FIELDS: Record<string, string> = {
  gln: 'GLN',
  url: 'URL',
  warmestChilled: 'the highest temperature of chilled goods',
  warmestFrozen: 'the highest temperature of frozen goods',
  receiptLinkCompletes: 'completion by receipt links',
  assistantsMayWrite: 'permission of assistants to write',
  logsRequestBodies: 'bodies in the request log',
};

/** Returns in a sentence what happened, who did it, and from where. */
export function entryInWords(entry: AuditRowFragment): string {
  const details = entry.details as Details;
  const what =
    details.more === undefined
      ? (WORDS[entry.action as AuditAction]?.(details) ?? 'Something was changed')
      : `${plural(details.more, 'more entry')} “${entry.action}” that day`;
  return `${what} ${actorIn(entry)}.`.replace('  ', ' ');
}

function actorIn({ actor, keyId, keyName, personName, address }: AuditRowFragment): string {
  const from = address === null ? '' : ` from ${address}`;
  switch (actor) {
    case 'KEY':
      return `with the API key “${keyName ?? `#${keyId}`}”${from}`;
    case 'SESSION':
      return `by ${personName ?? 'a person'}${from}`;
    case 'OPERATOR':
      return 'by the operator of the service';
    case 'LINK':
      return `by the link of the branch${from}`;
    case 'SERVICE':
      return 'on schedule';
    case 'NOBODY':
      return from.trim();
  }
}

function graceIn({ graceSeconds = 0 }: Details): string {
  return graceSeconds > 0 ? `; the previous value stayed valid for ${plural(graceSeconds, 'second')}` : '';
}

function listOf(names: string[] | undefined): string {
  return names && names.length > 0 ? ` (${names.map(fieldInWords).join(', ')})` : '';
}

function fieldInWords(name: string): string {
  return FIELDS[name] ?? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function inCapitals(plan = ''): string {
  return plan.slice(0, 1).toUpperCase() + plan.slice(1);
}
