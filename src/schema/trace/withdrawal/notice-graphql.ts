import { Prisma } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { enumType } from '../../core/builder/fields-graphql.ts';
import { selects } from '../../core/list/selections.ts';
import { loadRecord } from '../../core/list/load-record.ts';
import { NEVER_PLAIN } from '../../core/secret/secrets-in.ts';
import { Branch } from '../../catalogue/supermarket/graphql.ts';
import { mailedTo, MAILS_IF } from '../../people/person/send-mail.ts';
import { MAX_NOTICE_LINKS, NOTICE_LINK_DAYS } from '../limits.ts';
import { acknowledgeNotice } from './acknowledge-notice.ts';
import { answerDetails, noticeDetails, storedNotice } from './audit-notice.ts';
import { createNoticeLink, type NoticeLink } from './create-notice-link.ts';
import { SENT_BY } from './fields.ts';
import { noticeIdOf, noticeRefOf } from './notice-id.ts';
import { type ProgressCounts } from './progress.ts';
import { type Notice } from './read-notices.ts';
import { tellNotice } from './tell-notice.ts';

const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;

const NoticeWayEnum = enumType(SENT_BY);

export const NoticeObject = builder.objectRef<Notice>('WithdrawalNotice').implement({
  description: 'The notice of a withdrawal to a branch, and what the branch found.',
  authScopes: EITHER,
  fields: (t) => ({
    id: t.id({ description: 'The id of the notice.', resolve: noticeIdOf }),
    branch: t.fieldWithSelection({
      type: Branch,
      description: 'The branch as it is now. Needs `supermarkets:read`.',
      authScopes: { scope: 'supermarkets:read' },
      resolve: (selection, { branchId }, _args, context, info) =>
        loadRecord(context, info, context.db.branch, selection, branchId),
    }),
    quantity: t.exposeInt('quantity', {
      description: 'The quantity that it has got and not returned: now, or when the withdrawal was closed.',
    }),
    quantityAtStart: t.exposeInt('quantityAtStart', {
      description: 'The same when the withdrawal began; 0 for a branch that got some later.',
    }),
    addedAt: t.expose('addedAt', {
      type: 'DateTime',
      description: 'When the withdrawal began, or when the branch got some of the lots later.',
    }),
    toldAt: t.expose('toldAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the branch was told; null if that was not recorded.',
    }),
    toldBy: t.exposeString('toldBy', { nullable: true, description: 'Who told it.' }),
    toldWay: t.expose('toldWay', { type: NoticeWayEnum, nullable: true, description: 'How it was told.' }),
    acknowledgedAt: t.expose('acknowledgedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the branch first acknowledged it; null until then.',
    }),
    acknowledgedBy: t.exposeString('acknowledgedBy', { nullable: true, description: 'Who acknowledged it.' }),
    found: t.exposeInt('found', { nullable: true, description: 'The quantity that the branch found.' }),
    destroyed: t.exposeInt('destroyed', {
      nullable: true,
      description: 'The part of it that was destroyed.',
    }),
    held: t.exposeInt('held', { nullable: true, description: 'The part of it that is held.' }),
    closedReason: t.exposeString('closedReason', {
      nullable: true,
      description:
        'Why the branch has none of the lots, because of corrections or returns; null if it has some.',
    }),
    sentAt: t.expose('toldAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the branch was told; null if that was not recorded.',
      deprecationReason: 'Use `toldAt`.',
    }),
    sentBy: t.expose('toldWay', {
      type: NoticeWayEnum,
      nullable: true,
      description: 'How it was told.',
      deprecationReason: 'Use `toldWay`.',
    }),
    quantityFound: t.exposeInt('found', {
      nullable: true,
      description: 'The quantity that the branch found.',
      deprecationReason: 'Use `found`.',
    }),
    quantityDestroyed: t.exposeInt('destroyed', {
      nullable: true,
      description: 'The part of it that was destroyed.',
      deprecationReason: 'Use `destroyed`.',
    }),
    quantityHeld: t.exposeInt('held', {
      nullable: true,
      description: 'The part of it that is held.',
      deprecationReason: 'Use `held`.',
    }),
  }),
});

export const WithdrawalProgress = builder.objectRef<ProgressCounts>('WithdrawalProgress').implement({
  description: 'How far a withdrawal has come.',
  authScopes: EITHER,
  fields: (t) => ({
    branches: t.exposeInt('branches', {
      description:
        'The number of branches that have the lots, and of those that have none but were told or acknowledged it.',
    }),
    told: t.exposeInt('told', { description: 'The number that were told or acknowledged it.' }),
    notified: t.exposeInt('told', {
      description: 'The number that were told or acknowledged it.',
      deprecationReason: 'Use `told`.',
    }),
    acknowledged: t.exposeInt('acknowledged', { description: 'The number that acknowledged it.' }),
    delivered: t.field({
      type: 'Decimal',
      description: 'The quantity that they have got and not returned: the sum of `quantity` of the notices.',
      resolve: ({ delivered }) => new Prisma.Decimal(delivered),
    }),
    accountedFor: t.field({
      type: 'Decimal',
      description:
        'The quantity that they found, of each branch at most what it has got and not returned. It is `delivered` only once nothing is missing.',
      resolve: ({ accountedFor }) => new Prisma.Decimal(accountedFor),
    }),
  }),
});

const NoticeLinkRef = builder.objectRef<NoticeLink>('NoticeLink').implement({
  description: 'A link with which a branch acknowledges a withdrawal, without signing in.',
  authScopes: EITHER,
  fields: (t) => ({
    url: t.exposeString('url', {
      ...NEVER_PLAIN,
      description: 'The address of the page, which has the token. It cannot be retrieved again.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
    mailedTo: t.string({
      nullable: true,
      description:
        'The e-mail address that it was sent to; null if it was not. If the mail was refused, this field has the error, such as `rate_limited`, and the link is returned beside it.',
      resolve: mailedTo,
    }),
  }),
});

const AcknowledgeInput = builder.inputType('AcknowledgeNoticeInput', {
  description: 'What a branch said to a notice.',
  fields: (t) => ({
    acknowledgedBy: t.string({ required: true, description: 'Who acknowledged it.' }),
    toldWay: t.field({ type: NoticeWayEnum, description: 'How the branch was told.' }),
    toldBy: t.string({ description: 'Who told it. Needs `toldWay`.' }),
    found: t.int({
      description: 'The quantity that the branch found; more than it was delivered only with `confirmed`.',
    }),
    destroyed: t.int({
      description: 'The part of it that was destroyed; together with `held` at most `found`.',
    }),
    held: t.int({ description: 'The part of it that is held; together with `destroyed` at most `found`.' }),
    confirmed: t.int({
      description:
        'The same as `found`, once somebody checked that the branch found more than `quantity` and `quantityAtStart` of the notice.',
    }),
    sentBy: t.field({
      type: NoticeWayEnum,
      description: 'How the branch was told.',
      deprecationReason: 'Use `toldWay`.',
    }),
    quantityFound: t.int({
      description: 'The quantity that the branch found.',
      deprecationReason: 'Use `found`.',
    }),
    quantityDestroyed: t.int({
      description: 'The part of it that was destroyed.',
      deprecationReason: 'Use `destroyed`.',
    }),
    quantityHeld: t.int({ description: 'The part of it that is held.', deprecationReason: 'Use `held`.' }),
  }),
});

builder.mutationFields((t) => ({
  tellNotice: t.field({
    type: NoticeObject,
    description: 'Records that a branch was told. Repeating it replaces what was recorded.',
    authScopes: WRITE,
    audit: {
      done: 'withdrawal.told',
      details: ({ way }, notice) => ({ ...noticeDetails(notice as Notice), way }),
    },
    args: {
      id: t.arg.id({ required: true, description: 'The notice.' }),
      way: t.arg({ type: NoticeWayEnum, required: true, description: 'How it was told.' }),
      by: t.arg.string({ required: true, description: 'Who told it.' }),
      at: t.arg({ type: 'DateTime', description: 'When (default: now).' }),
    },
    resolve: (_root, { id, ...input }, context) => tellNotice(context, id, input),
  }),
  createNoticeLink: t.field({
    type: NoticeLinkRef,
    description: `Creates a link with which a branch acknowledges a withdrawal, without signing in. It is valid for ${NOTICE_LINK_DAYS} days; a notice has at most ${MAX_NOTICE_LINKS} links, older ones end.`,
    authScopes: WRITE,
    audit: { left: 'notice_link.created' },
    extensions: MAILS_IF,
    args: {
      noticeId: t.arg.id({ required: true, description: 'The notice.' }),
      mail: t.arg.boolean({
        description:
          'If true, mails reason, instruction and link to the `contactEmail` of the supermarket, and records that the branch was told (default false). The mail has the links of all branches of the withdrawal with this address that did not answer, and is sent once an hour. Needs a mail server.',
      }),
    },
    resolve: async (_root, args, context, info) => {
      const link = await createNoticeLink(context, args);
      if (link.unsent && !selects(info, 'mailedTo')) throw link.unsent;
      return link;
    },
  }),
  acknowledgeNotice: t.field({
    type: NoticeObject,
    description: 'Records that a branch knows of the withdrawal, and what it found. Can be repeated.',
    authScopes: WRITE,
    audit: {
      done: 'withdrawal.acknowledged',
      details: (_args, notice) => answerDetails(notice as Notice),
      state: async ({ id }, context) => storedNotice(context, await noticeRefOf(context, id)),
    },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: AcknowledgeInput, required: true }) },
    resolve: (_root, { id, input }, context) => acknowledgeNotice(context, id, input),
  }),
}));
