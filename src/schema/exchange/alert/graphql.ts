import { ALERT_DAYS } from '../../core/event/alert-job.ts';
import { builder } from '../../core/builder/builder.ts';
import { accountOf, byId, callerOf } from '../../core/context.ts';
import { MAX_PER_PAGE } from '../../core/limits.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import { COUNT_COST, countOfHistory, historyArgs } from '../../core/list/history.ts';
import { atMost, costing } from '../../core/list/list-size.ts';
import { rankRangeOf } from '../../core/list/places.ts';
import { SECRET_FIELD } from '../../core/secret/secrets-in.ts';
import { readableAlerts } from './readable-alerts.ts';
import {
  type AlertSettings,
  readAlertSettings,
  type RevealedSettings,
  rotateAlertSecret,
  sendTestAlert,
  updateAlertSettings,
} from './settings.ts';
import { ALERT_ERRORS, ALERT_STATUSES, type AlertStatus, ALERT_TYPES, ALERTS } from './types.ts';

const READ = { scope: 'webhooks:read' } as const;
const WRITE = { scope: 'webhooks:write' } as const;
const EITHER = { resource: 'webhooks' } as const;
const ERROR_LIST = ALERT_ERRORS.map((error) => `\`${error}\``).join(', ');
const TYPE_LIST = ALERT_TYPES.map((type) => `\`${type}\``).join(', ');

const AlertStatusEnum = builder.enumType('AlertStatus', {
  values: enumValues(ALERT_STATUSES, {
    pending: 'It is being sent, or will be sent again.',
    sent: 'It was sent.',
    failed: 'It could not be sent. See `error`.',
    withheld: 'The account had too many alerts in an hour. A summary counts it.',
  }),
  description: 'How far an alert is.',
});

const AlertSettingsRef = builder.objectRef<AlertSettings>('AlertSettings').implement({
  description: 'Where alerts about webhooks, keys, imports and receipts are sent.',
  authScopes: EITHER,
  fields: (t) => ({
    url: t.exposeString('url', { nullable: true, description: 'Where alerts are posted; null for nowhere.' }),
    byMail: t.exposeBoolean('byMail', {
      description: "Whether they are sent to the account's e-mail address, if the service can send mail.",
    }),
    muted: t.exposeStringList('muted', { description: 'The alerts that are not sent.' }),
  }),
});

const SettingsWithSecret = builder.objectRef<RevealedSettings>('AlertSettingsWithSecret').implement({
  description: 'Settings, with the secret if it is new.',
  authScopes: EITHER,
  fields: (t) => ({
    secret: t.exposeString('secret', {
      nullable: true,
      description:
        'The new secret that signs alerts; null if it did not change. It cannot be retrieved again.',
      ...SECRET_FIELD,
    }),
    settings: t.expose('settings', { type: AlertSettingsRef, description: 'The settings as they are now.' }),
  }),
});

const Alert = builder.prismaObject('Alert', {
  description: `A message about a problem of the account. It is kept for ${ALERT_DAYS} days.`,
  authScopes: EITHER,
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.exposeString('type', {
      description: `One of ${TYPE_LIST}, \`alert.summary\`, or \`alert.test\`.`,
    }),
    status: t.field({
      type: AlertStatusEnum,
      description: 'How far it is.',
      select: { status: true },
      resolve: ({ status }) => status as AlertStatus,
    }),
    body: t.exposeString('body', { description: 'The JSON that is posted.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: `Why the last attempt failed: the \`error\` of the callback, ${ERROR_LIST}. Several are separated by commas.`,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const UpdateInput = builder.inputType('UpdateAlertSettingsInput', {
  description: 'The settings to change; what is left out stays.',
  fields: (t) => ({
    url: t.string({ description: 'An https URL; null stops posting.' }),
    byMail: t.boolean({ description: 'Whether to send mail.' }),
    muted: t.stringList({ description: `The alerts that are not sent, of ${TYPE_LIST}.` }),
  }),
});

builder.queryFields((t) => ({
  alertSettings: t.field({
    type: AlertSettingsRef,
    description: 'Returns the settings of alerts.',
    authScopes: READ,
    resolve: (_root, _args, context) => readAlertSettings(context),
  }),
  alerts: t.fieldWithSelection({
    type: [Alert],
    description: `Returns the alerts of the last ${ALERT_DAYS} days, newest first. Those that contain what your scopes do not let you
read are left out.`,
    authScopes: READ,
    ...atMost(MAX_PER_PAGE),
    args: historyArgs(ALERTS),
    resolve: (query, _root, args, context) => {
      const { first, skip } = rankRangeOf(args.first, args.skip);
      const where = {
        accountId: accountOf(context),
        /* guard: listed-alert-scopes */ ...readableAlerts(callerOf(context)),
      };
      return context.db.alert.findMany({ ...query, where, orderBy: { id: 'desc' }, take: first, skip });
    },
  }),
  alertCount: t.int({
    description: countOfHistory(`alerts of the last ${ALERT_DAYS} days`, 'alerts'),
    authScopes: READ,
    ...costing(COUNT_COST),
    resolve: (_root, _args, context) =>
      context.db.alert.count({
        where: {
          accountId: accountOf(context),
          /* guard: counted-alert-scopes */ ...readableAlerts(callerOf(context)),
        },
      }),
  }),
}));

builder.mutationFields((t) => ({
  updateAlertSettings: t.field({
    type: SettingsWithSecret,
    description: `Changes the settings of alerts. A new URL, or an alert that is no longer muted, needs the scopes of what is posted
there: \`webhooks:read\`, \`deliveries:read\` for receipts, the read scopes of imports, and every scope for the names of keys.`,
    authScopes: WRITE,
    args: { input: t.arg({ type: UpdateInput, required: true }) },
    audit: {
      done: 'alerts.changed',
      details: ({ input }) => ({ changed: Object.keys(input) }),
      state: async (_args, context) => readAlertSettings(context),
    },
    resolve: (_root, { input }, context) => updateAlertSettings(context, input),
  }),
  rotateAlertSecret: t.field({
    type: SettingsWithSecret,
    description: 'Replaces the secret that signs alerts, at once.',
    authScopes: WRITE,
    audit: { done: 'alerts.secret_rotated' },
    resolve: (_root, _args, context) => rotateAlertSecret(context),
  }),
  sendTestAlert: t.fieldWithSelection({
    type: Alert,
    description:
      'Sends a test alert to the URL and the e-mail address of the settings. It counts for the limit of 20 per hour.',
    authScopes: WRITE,
    resolve: async (query, _root, _args, context) => {
      const id = await sendTestAlert(context);
      return context.db.alert.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
}));
