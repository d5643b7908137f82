import { type Command, InvalidArgumentError, Option } from 'commander';
import { domainSettingsOf } from '../config.ts';
import { allowsPrivateNetworks } from '../schema/exchange/webhook/service-settings.ts';
import type { AuditAction } from '../schema/core/audit/actions.ts';
import { createAnnouncer } from '../schema/exchange/live-event/announcer.ts';
import { openSecrets } from '../secrets/open-secrets.ts';
import { findAccount, requireAccount } from '../schema/people/account/find-account.ts';
import { actAsSystem } from '../schema/core/audit/act-as-system.ts';
import { OPERATOR } from '../schema/core/caller/actors.ts';
import { inAuditedTransaction } from '../schema/core/audit/in-audited-transaction.ts';
import { byId, type Context } from '../schema/core/context.ts';
import { notFound } from '../schema/core/errors.ts';
import { EVENT_TYPES } from '../schema/core/event/events.ts';
import { createSubscription } from '../schema/exchange/webhook/create-subscription.ts';
import { deleteSubscription } from '../schema/exchange/webhook/delete-subscription.ts';
import { RESTORED } from '../schema/exchange/webhook/deactivation.ts';
import { enableRestored } from '../schema/exchange/webhook/enable-restored.ts';
import { enableSubscription } from '../schema/exchange/webhook/enable-subscription.ts';
import { recoverMessages } from '../schema/exchange/webhook/recover-messages.ts';
import { resendMessage } from '../schema/exchange/webhook/resend-message.ts';
import { rotateSecret } from '../schema/exchange/webhook/rotate-secret.ts';
import { sendTest } from '../schema/exchange/webhook/send-test.ts';
import { updateSubscription } from '../schema/exchange/webhook/update-subscription.ts';
import { actionOf, toId } from './action.ts';
import { cut } from './cut.ts';
import { printNext } from './print.ts';
import type { CommandSession } from './run.ts';
import { messageRecord, toRecord, webhookRecord } from './webhook-records.ts';

const MAX_LISTED_MESSAGES = 100;

/** Adds the commands that manage webhooks. */
export function addWebhookCommands(program: Command): Command {
  const webhook = program.command('webhook').description('manage webhooks and their messages');
  webhook
    .command('create')
    .description('create a webhook and show its secret, once')
    .requiredOption('--account <email>')
    .requiredOption('--url <url>')
    .requiredOption('--events <events>', 'comma-separated, or all', toEvents)
    .option('--description <text>')
    .action(
      actionOf(async (session, { account, url, events, description }) => {
        const { id: accountId } = await findAccount(session.database.prisma, String(account));
        const context = await operator(session, accountId);
        const { id, secret } = await inAuditedTransaction(
          context,
          (inside) => createSubscription(inside, { url, events, description }),
          (created) => ({ action: 'webhook.created', details: { webhook: String(created.id) } }),
        );
        return { ...(await showWebhook(context, id)), secret };
      }),
    );
  webhook
    .command('list')
    .description('list the webhooks of an account')
    .requiredOption('--account <email>')
    .action(
      actionOf(async ({ database: { prisma } }, { account }) => {
        const { id: accountId } = await findAccount(prisma, String(account));
        const all = await prisma.webhookSubscription.findMany({
          where: { accountId },
          orderBy: { id: 'desc' },
        });
        return all.map(toRecord);
      }),
    );
  webhook
    .command('enable')
    .description('enable a deactivated webhook, or all that rests since a backup was restored')
    .addOption(new Option('--id <id>', 'the webhook').argParser(toId).conflicts('restored'))
    .addOption(
      new Option('--recover', 'also send what was missed since a day before it was deactivated').conflicts(
        'restored',
      ),
    )
    .option('--restored', 'webhooks, alerts and standing orders that rest since a backup was restored')
    .option('--account <email>', 'the account, with --restored')
    .addOption(new Option('--all', 'all accounts, with --restored').conflicts(['account', 'id']))
    .action(enable);
  onOne(
    webhook
      .command('update')
      .description('change a webhook')
      .option('--url <url>')
      .option('--events <events>', 'comma-separated, or all', toEvents)
      .option('--description <text>'),
    'webhook.updated',
    async (context, id, { url, events, description }) =>
      showWebhook(context, await updateSubscription(context, id, { url, events, description })),
  );
  onOne(
    webhook.command('delete').description('delete a webhook and its messages'),
    // The verb itself writes the audit entry.
    null,
    async (context, id) => ({
      id: await deleteSubscription(context, id),
      deleted: true,
    }),
  );
  onOne(
    webhook.command('rotate-secret').description('replace the secret of a webhook'),
    'webhook.secret_rotated',
    async (context, id) => {
      const { secret } = await rotateSecret(context, id);
      return { ...(await showWebhook(context, BigInt(id))), secret };
    },
  );
  onOne(
    webhook.command('test').description('send a test event'),
    'webhook.tested',
    async (context, given) => {
      const { subscription, message } = await sendTest(context, given);
      const stored = await context.db.webhookSubscription.findUniqueOrThrow(byId(context, subscription));
      const { webhookId } = await context.db.webhookMessage.findUniqueOrThrow(byId(context, message));
      return { ...webhookRecord(stored), message_id: webhookId };
    },
  );
  onOne(
    webhook.command('messages').description('list the newest messages with their attempts'),
    null,
    listMessages,
  );
  onOne(
    webhook.command('resend').description('send a message again').requiredOption('--message <webhook-id>'),
    'webhook.message_resent',
    async (context, id, { message }) => {
      const resent = await resendMessage(context, id, String(message));
      return messageRecord(
        await context.db.webhookMessage.findUniqueOrThrow({
          ...byId(context, resent),
          include: WITH_ATTEMPTS,
        }),
      );
    },
  );
  onOne(
    webhook
      .command('recover')
      .description('send failed and missed messages again')
      .option('--since <time>', 'ISO 8601 with an offset'),
    'webhook.recovered',
    async (context, id, { since }) => {
      const count = await recoverMessages(context, id, { since });
      await tellRest(context, id);
      return { count };
    },
  );
  return webhook;
}

/** Enables the webhook of --id, or those that were deactivated by a restore, of --account or --all. */
async function enable(options: Record<string, unknown>, command: Command): Promise<void> {
  const { id, restored, account, all, recover } = options;
  if (restored !== true && id === undefined)
    command.error("error: required option '--id <id>' not specified");
  if (restored === true && account === undefined && all !== true)
    command.error("error: required option '--account <email>' or '--all' not specified");
  await actionOf(async (session) => {
    if (restored !== true) {
      return onWebhook(session, id as bigint, 'webhook.enabled', async (context) => {
        const { recovered } = await enableSubscription(context, String(id), recover === true);
        if (recover === true) await tellRest(context, String(id));
        return { id: Number(id), status: 'active', ...(recovered !== null && { recovered }) };
      });
    }
    let count = 0;
    for (const accountId of await accountsToEnable(session, account))
      count += await enableRestored(await operator(session, accountId));
    return { count };
  })(options, command);
}

/** Reports on stderr if a recovery sends more messages than it counted. */
async function tellRest(context: Context, id: string): Promise<void> {
  const { recoverSince } = await context.db.webhookSubscription.findUniqueOrThrow(byId(context, BigInt(id)));
  if (recoverSince)
    printNext('There are more, which the service finds and sends. See:', `webhook messages --id ${id}`);
}

/** Returns the account with the e-mail address; without an address, all that a restore suspended. */
async function accountsToEnable({ database }: CommandSession, email: unknown): Promise<bigint[]> {
  if (email !== undefined) return [(await findAccount(database.prisma, String(email))).id];
  const resting = await database.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM accounts WHERE deleted_at IS NULL AND (resting_since IS NOT NULL OR EXISTS (
      SELECT FROM webhook_subscriptions
      WHERE account_id = accounts.id AND status = 'deactivated' AND deactivation_error = ${RESTORED}))
    ORDER BY id`;
  return resting.map(({ id }) => id);
}

type WebhookWork = (context: Context, id: string, options: Record<string, unknown>) => Promise<object>;

/** Declares a command on the webhook of --id, of any account, and its audit action. */
function onOne(command: Command, action: AuditAction | null, work: WebhookWork): void {
  command
    .requiredOption('--id <id>', 'the webhook', toId)
    .action(
      actionOf((session, { id, ...options }) => onWebhook(session, id as bigint, action, work, options)),
    );
}

/** Works on a webhook of any account, and leaves the entry of `action` in the same transaction. */
async function onWebhook(
  session: CommandSession,
  id: bigint,
  action: AuditAction | null,
  work: WebhookWork,
  options: Record<string, unknown> = {},
): Promise<object> {
  const where = { where: { id }, select: { accountId: true } };
  const found = await session.database.prisma.webhookSubscription.findFirst(where);
  if (!found) throw notFound('webhook');
  const context = await operator(session, found.accountId);
  if (!action) return work(context, String(id), options);
  const entry = { action, details: { webhook: String(id) } };
  const state = CHANGES.has(action) ? (inside: Context) => storedWebhook(inside, id) : undefined;
  return inAuditedTransaction(context, (inside) => work(inside, String(id), options), entry, state);
}

/** The audit actions that leave no entry if the webhook is the same as before. */
const CHANGES = new Set<AuditAction>(['webhook.updated', 'webhook.enabled']);

function storedWebhook(context: Context, id: bigint) {
  return context.db.webhookSubscription.findUnique(byId(context, id));
}

/** Returns the context of the operator, who has all permissions for an account. */
async function operator({ config, database, log }: CommandSession, accountId: bigint): Promise<Context> {
  const account = await requireAccount(database.prisma, accountId);
  return actAsSystem(account, OPERATOR, {
    db: database.prisma,
    log: () => log,
    announce: createAnnouncer(database.pool),
    settings: {
      ...domainSettingsOf(config),
      allowPrivateCallbacks: await allowsPrivateNetworks(database.pool, config),
      secrets: await openSecrets(config, database.pool),
    },
  });
}

async function showWebhook(context: Context, id: bigint) {
  return toRecord(await context.db.webhookSubscription.findUniqueOrThrow(byId(context, id)));
}

const WITH_ATTEMPTS = { event: true, attempts: { orderBy: { id: 'asc' } } } as const;

async function listMessages(context: Context, id: string): Promise<object> {
  const messages = await context.db.webhookMessage.findMany({
    where: { accountId: context.caller!.accountId, subscriptionId: BigInt(id) },
    include: WITH_ATTEMPTS,
    orderBy: { id: 'desc' },
    take: MAX_LISTED_MESSAGES + 1,
  });
  const next = `To read on: GET /api/v1/webhooks/${id}/deliveries?per_page=100&page=2`;
  return cut(messages, MAX_LISTED_MESSAGES, () => next).map(messageRecord);
}

function toEvents(value: string): readonly string[] {
  if (value === 'all') return EVENT_TYPES;
  const events = value.split(',').map((event) => event.trim());
  const unknown = events.find((event) => !EVENT_TYPES.includes(event as never));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`Unknown event ${unknown}. Supported: all, ${EVENT_TYPES.join(', ')}.`);
  return events;
}
