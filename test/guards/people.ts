import { guardsOf } from './guard.ts';

const SECOND_FACTOR = 'second-factor/second-factor';
const PEOPLE = 'person/people';
const LIMITS = 'person/invitation-limits';
const RESET = 'person/password-reset';
const MAILS = 'person/mails';
const PASSWORDS = 'person/reset-password-of';
const DELETED = 'account/delete-account';
const LOGO = 'account/logo';
const ROLES = 'person/roles';
const VIEWS = 'saved-view/saved-views';

/** The guards of people: who signs in, who is invited, and what is needed beside a session. */
export const PEOPLE_GUARDS = guardsOf({
  'saved-view/delete-view.ts': [
    [`WHERE account_id = \${accountOf(context)} AND id`, `WHERE id`, VIEWS],
    [`AND person_id IS NOT DISTINCT FROM \${ownerOf(context, sharing)}::bigint`, ``, VIEWS],
  ],
  'saved-view/list-views.ts': [
    [`WHERE account_id = \${accountId} AND (`, `WHERE (`, VIEWS],
    [` OR person_id = \${personId}::bigint)`, ` OR \${personId}::bigint IS NULL OR TRUE)`, VIEWS],
  ],
  'saved-view/save-view.ts': [
    [`await db.$queryRaw\`SELECT id FROM accounts WHERE id = \${accountId} FOR NO KEY UPDATE\`;`, ``, VIEWS],
    [`if (count > MAX_VIEWS)`, `if (count < 0)`, VIEWS],
  ],
  'account/logo-image.ts': [
    [`if (content.length > MAX_BYTES) throw tooLarge();`, ``, LOGO],
    [`if (content.toString('base64') !== image) throw notALogo();`, ``, LOGO],
    [`if (!(await kind.isWhole(content, found))) throw notALogo();`, ``, LOGO],
    [`if (width === 0 || height === 0) throw notALogo();`, ``, LOGO],
    [`width > MAX_LOGO_PIXELS || height > MAX_LOGO_PIXELS`, `width > MAX_LOGO_PIXELS`, LOGO],
  ],
  'account/logo-graphql.ts': [
    [`const MANAGER = { manager: 'account' }`, `const MANAGER = { session: true }`, LOGO],
  ],
  'account/read-logo.ts': [
    [`accountId: accountOf(context), digest: id`, `accountId: accountOf(context)`, LOGO],
  ],
  'session/authenticate-session.ts': [
    [`\n    WHERE session.expires_at > now() AND`, `\n    WHERE`, 'http/session-cookies'],
    [
      ` AND session.id = $2 AND session.expires_at > now()`,
      ` AND session.id = $2`,
      'session/authenticate-session',
    ],
    [`if (!rows[0]) throw`, `if (Math.random() > 1) throw`, 'session/end-session'],
  ],
  'session/change-email.ts': [
    [
      `if (!(await isPassword(currentPassword, passwordHash))) throw wrongPassword();`,
      `await isPassword(currentPassword, passwordHash);`,
      'session/change-email',
    ],
    [`if (retryAfter !== null) throw`, `if (Math.random() > 1) throw`, 'session/change-email'],
    [
      `changeEmail: subjectOf(String(accountId), String(personId))`,
      `changeEmail: subjectOf(String(accountId))`,
      'session/limits',
    ],
    [` AND password_hash = \${passwordHash} FOR UPDATE`, ` FOR UPDATE`, 'session/races'],
    [`await endResets(tx, { accountId, personId: id });`, ``, RESET],
    [` AND email = \${before.email}\``, `\``, 'session/races'],
  ],
  'session/change-password.ts': [
    [
      `if (!(await isPassword(currentPassword, passwordHash))) throw wrongPassword();`,
      `await isPassword(currentPassword, passwordHash);`,
      'session/change-password',
    ],
    [`if (changed === 0) throw wrongPassword();`, ``, 'session/races'],
    [
      `DELETE FROM sessions WHERE account_id = \${accountId} AND person_id = \${personId} AND id <> \${sessionId}`,
      `SELECT \${accountId}, \${personId}, \${sessionId}`,
      'session/change-password',
    ],
    [
      `      DELETE FROM known_devices\n`,
      `      DELETE FROM known_devices USING (SELECT WHERE false) AS none\n`,
      'session/races',
    ],
    [`await endResets(tx, { accountId, personId });`, ``, RESET],
  ],
  'session/count-guess.ts': [
    [`if (retryAfter !== null) throw tooMany(retryAfter);`, ``, 'session/count-guess'],
    [`if (!wasTried) await giveBack();`, `await giveBack();`, 'session/count-guess'],
  ],
  'session/end-session.ts': [
    [`return { accountId, personId };`, `return { accountId } as never;`, PEOPLE],
    [`{ ...ownSessions(context), id: record }`, `{ id: record }`, 'session/end-session'],
    [
      `visitOf(context).forgetSession();\n    setCaller(context, null);`,
      `visitOf(context).forgetSession();`,
      'session/end-session',
    ],
  ],
  'session/open-session.ts': [
    [
      `AND password_hash = \${passwordHash} FOR NO KEY UPDATE`,
      `AND password_hash = \${passwordHash}`,
      'session/races',
    ],
    [
      `AND id = \${personId} AND password_hash = \${passwordHash} FOR`,
      `AND id = \${personId} FOR`,
      'session/races',
    ],
    [
      `ORDER BY id DESC OFFSET \${MAX_SESSIONS})`,
      `ORDER BY id DESC OFFSET \${MAX_SESSIONS + 10_000})`,
      'session/open-session',
    ],
    [`OFFSET \${MAX_DEVICES})`, `OFFSET \${MAX_DEVICES + 10_000})`, 'session/open-session'],
    [
      `DELETE FROM sessions WHERE token_hash = \${hashOfToken(visit.sessionToken)}`,
      `SELECT \${hashOfToken(visit.sessionToken)}::bytea`,
      'http/session-cookies',
    ],
  ],
  'session/sign-in.ts': [
    [
      `if (!person || !isRight) throw wrong(isOwnCell);`,
      `if (!person) throw wrong(isOwnCell);`,
      'session/count-guess',
    ],
    [
      `device.person_id = people.id\n              AND device.token_hash`,
      `device.token_hash`,
      'session/races',
    ],
    [`\n              AND device.expires_at > now())`, `)`, 'session/count-guess'],
    [`    email: subjectOf('email', email),\n`, ``, 'session/count-guess'],
    [`    address,\n`, ``, 'session/count-guess'],
    [`...(network !== address && { network }),`, ``, 'limits/addresses'],
    [` AND account.deleted_at IS NULL`, ``, DELETED],
  ],
  'session/sign-up.ts': [
    [`if (!context.settings.signUpAllowed) {`, `if (Math.random() > 1) {`, 'session/sign-up'],
    [`if (retryAfter !== null) throw`, `if (Math.random() > 1) throw`, 'session/sign-up'],
  ],
  'person/accept-invitation.ts': [
    [` AND invitation.expires_at > now()`, ``, LIMITS],
    [
      ` AND token_hash = \${hashOfToken(token)} AND expires_at > now()`,
      ` AND token_hash = \${hashOfToken(token)}`,
      LIMITS,
    ],
    [`>= MAX_PEOPLE`, `>= MAX_PEOPLE + 100`, LIMITS],
    [`if (!invitation) throw invalidLink();`, `if (!invitation) return null!;`, PEOPLE, LIMITS],
    [`\n      AND account.deleted_at IS NULL\``, `\``, DELETED],
  ],
  'person/revoke-invitation.ts': [
    [`account_id = \${accountOf(context)} AND id`, `id`, LIMITS],
    [`if (!revoked) throw notFound('invitation');`, `if (!revoked) return record;`, LIMITS],
  ],
  'person/invitation-graphql.ts': [
    [`accountId: accountOf(context), expiresAt: { gt: new Date() }`, `accountId: accountOf(context)`, LIMITS],
    [`accountId: accountOf(context), expiresAt`, `expiresAt`, LIMITS],
  ],
  'person/invite-person.ts': [
    [`if (retryAfter !== null) throw`, `if (Math.random() > 1) throw`, LIMITS],
    [`>= MAX_INVITATIONS`, `>= MAX_INVITATIONS + 100`, PEOPLE],
    [`\${mailWords(company)} invites`, `\${company} invites`, MAILS],
    [`if (holder) {`, `if (holder && Math.random() > 1) {`, PEOPLE],
  ],
  'person/send-mail.ts': [[`afterCommit(context, () =>`, `afterCommit({ after: undefined }, () =>`, MAILS]],
  'person/lock-owners.ts': [
    [`if (!owners.some((owner) => owner.id === personId)) throw await refusal(tx, context);`, ``, LIMITS],
    [`ORDER BY id FOR UPDATE`, `ORDER BY id`, PEOPLE, LIMITS],
    [`WHERE account_id = \${accountId} AND (role`, `WHERE (role`, PEOPLE],
    [`if (!heir) throw`, `if (Math.random() > 1) throw`, PEOPLE],
  ],
  'person/change-role.ts': [
    [`if (role !== 'owner') await handOver`, `if (Math.random() > 1) await handOver`, PEOPLE],
    [
      `if (record === caller.personId) setCaller`,
      `if (Math.random() > 1) setCaller`,
      ROLES,
      'person/own-role',
    ],
  ],
  'person/remove-person.ts': [
    [`await handOver(tx, context, locked);`, ``, PEOPLE],
    [`await tx.session.deleteMany({ where });`, ``, PEOPLE],
  ],
  'person/request-reset.ts': [
    [`if (retryAfter !== null) throw`, `if (Math.random() > 1) throw`, RESET],
    [`reset: address,`, ``, RESET],
    [`resetEmail: subjectOf('email', email),`, ``, RESET],
    [` AND account.deleted_at IS NULL`, ``, DELETED],
  ],
  'person/reset-by-link.ts': [
    [`if (used === 0) throw invalidLink();`, ``, RESET],
    [`\n        AND expires_at > now()\``, `\``, 'person/reset-races'],
    [`await tx.session.deleteMany({ where });`, ``, RESET],
    [`await tx.knownDevice.deleteMany({ where });`, ``, RESET],
    [
      `await countGuess(visit, { address, ...(network !== address && { network }) }, async () => {`,
      `await (async (work: () => Promise<void>) => work())(async () => {`,
      RESET,
    ],
    [` AND account.deleted_at IS NULL`, ``, DELETED],
  ],
  'caller/roles.ts': [
    [
      `driver: new Set(STOP_SCOPES),`,
      `driver: new Set([...STOP_SCOPES, 'deliveries:read'] as const),`,
      ROLES,
    ],
    [`viewer: new Set(READS),`, `viewer: new Set([...READS, 'products:write'] as const),`, ROLES],
    [`account: ['owner'],`, `account: ['owner', 'member'],`, ROLES],
    [`keys: ['owner', 'developer'],`, `keys: ['owner', 'developer', 'member'],`, ROLES],
  ],
  'second-factor/open-with-code.ts': [
    [
      `?.isConfirmed) throw codeNeeded();`,
      `?.isConfirmed && Math.random() > 1) throw codeNeeded();`,
      SECOND_FACTOR,
    ],
    [`if (spent === 'wrong') {`, `if (Math.random() > 1) {`, SECOND_FACTOR],
    [`code ? countGuess(visitOf(context), guesses, open) : open()`, `guesses && open()`, SECOND_FACTOR],
    [
      `knownDeviceId === null ? codeGuessesOf(owner)`,
      `knownDeviceId !== undefined ? codeGuessesOf(owner)`,
      SECOND_FACTOR,
    ],
  ],
  'second-factor/require-password.ts': [
    [
      `if (await isPassword(password, passwordHash)) return;`,
      `if ((await isPassword(password, passwordHash)) || true) return;`,
      SECOND_FACTOR,
    ],
  ],
  'second-factor/spend-code.ts': [
    [` FOR NO KEY UPDATE\``, `\``, SECOND_FACTOR],
    [
      `return step > Number(lastStep) ? step : undefined;`,
      `return lastStep >= 0n ? step : undefined;`,
      SECOND_FACTOR,
    ],
    [`window: 1 }`, `window: 4 }`, SECOND_FACTOR],
    [
      `array_remove(recovery_codes, \${hash})`,
      `array_remove(recovery_codes, 'none' || \${hash})`,
      SECOND_FACTOR,
    ],
    [`if (!factor?.isConfirmed) return 'none';`, `if (!factor) return 'none';`, SECOND_FACTOR],
  ],
  'second-factor/start-second-factor.ts': [
    [`\n      WHERE second_factors.confirmed_at IS NULL\``, `\``, SECOND_FACTOR],
    [`if (step === undefined) throw wrongCode();`, ``, SECOND_FACTOR],
    [`if (!factor || factor.isConfirmed) {`, `if (!factor) {`, SECOND_FACTOR],
    [`!== 'app') throw wrongCode();`, `=== 'none') throw wrongCode();`, SECOND_FACTOR],
  ],
  'second-factor/stop-second-factor.ts': [
    [`if (spent === 'wrong') throw wrongCode();`, ``, SECOND_FACTOR],
    [`if (record === personId) {`, `if (Math.random() > 1) {`, SECOND_FACTOR],
    [`await lockOwners(tx, context, record);`, ``, 'second-factor/stop-of-others'],
  ],
  'person/reset-password-of.ts': [
    [`if (person.role === 'owner') {`, `if (Math.random() > 1) {`, PASSWORDS],
    [`await requirePassword(context, password)`, `context.caller!`, PASSWORDS],
    [`await tx.session.deleteMany({ where });`, ``, PASSWORDS],
    [`await tx.knownDevice.deleteMany({ where });`, ``, PASSWORDS],
  ],
  'api-key/authenticate.ts': [[` AND account.deleted_at IS NULL`, ``, DELETED]],
  'receipt/open-link.ts': [[` AND account.deleted_at IS NULL`, ``, DELETED]],
  'withdrawal/open-notice-link.ts': [[` AND account.deleted_at IS NULL`, ``, DELETED]],
  'alert/due-alerts.ts': [[`AND (\${IS_WORKING} OR \${IS_ASKED_FOR})`, ``, DELETED]],
  'account/find-account.ts': [
    [`if (deletedAt) throw deleted(summary.email);`, ``, DELETED],
    [`if (deletedAt) throw deleted(email);`, ``, DELETED],
  ],
  'account/delete-account.ts': [
    [`await tx.session.deleteMany({ where: { accountId } });`, ``, DELETED],
    [`await silence(tx, accountId);`, ``, DELETED],
    [`if (account.isOver) {`, `if (Math.random() > 1) {`, DELETED],
  ],
  'jobs/purge-accounts.ts': [
    [
      ` WHERE deleted_at <= now() - make_interval(days => \${GRACE_DAYS})`,
      ` WHERE deleted_at IS NOT NULL`,
      'jobs/purge-accounts',
    ],
    [`if (!person) return 0;`, `return person ? 1 : 0;`, 'jobs/purge-accounts'],
  ],
});
