import { AUDIT_ACTIONS } from '../core/audit/actions.ts';

export const AUDITS = {
  'Query.auditLog':
    'Lists who did what to keys, webhooks, passwords, the account, lots and withdrawals, what branches said by their links, and failed sign-ins. It keeps ' +
    'those of a year, of others than the owners the latest 100,000. Only owners can read it, signed in.',
  AuditEntry: 'An entry in the audit log.',
  'AuditEntry.id': 'The number of the entry.',
  'AuditEntry.at': 'When it happened.',
  'AuditEntry.action': `What happened: ${AUDIT_ACTIONS.map((action) => `\`${action}\``).join(', ')}.`,
  'AuditEntry.actor': 'Who did it.',
  'AuditEntry.keyId': 'The `id` of the API key that did it; null if none did.',
  'AuditEntry.keyName': 'The name that this key had then.',
  'AuditEntry.personId': 'The `id` of the person who did it; null if none did.',
  'AuditEntry.personName': 'The name that this person had then.',
  'AuditEntry.sessionId': 'The `id` of the session that did it; null if none did. It may have ended since.',
  'AuditEntry.systemName':
    'The part of the service that did it: `command` for the command line, `job:` and its name for a job; null if a person or a key did.',
  'AuditEntry.address':
    'The address it came from, of IPv6 the first 64 bits; null for commands of the operator.',
  'AuditEntry.details':
    'What it was done to, such as `{"key": "7", "keyName": "ERP"}`. Never a secret. The 201st entry of one action by one ' +
    'actor on a day (UTC) has only `more`: how many more there were.',
  AuditActor: 'Who did what the audit log says.',
  'AuditActor.KEY': 'A program with an API key.',
  'AuditActor.SESSION': 'A person who was signed in.',
  'AuditActor.OPERATOR': 'The operator, by the command line.',
  'AuditActor.NOBODY': 'Somebody who was not signed in.',
  'AuditActor.LINK': 'A branch, by the link of a delivery or of a withdrawal.',
  'AuditActor.SERVICE': 'The service itself, on schedule.',
  AuditFilter: 'Which entries to return. Filters are combined with AND.',
};
