/**
 * Names of the guards of people (who signs in, who is invited, and what is needed beside a session),
 * by the tests that must fail without them.
 */
export const PEOPLE_GUARDS = {
  'account/delete-account': `
    sign-in-deleted invitation-of-deleted reset-of-deleted reset-link-of-deleted key-of-deleted
    receipt-link-of-deleted notice-link-of-deleted alerts-of-deleted found-deleted-account
    account-by-id-deleted deleted-account-sessions deleted-account-silence restored-in-grace`,
  'account/logo': 'logo-bytes logo-base64 logo-wholeness logo-emptiness logo-height logo-digest',
  'http/session-cookies': 'session-expiry replaced-session',
  'jobs/purge-accounts': 'grace-days purged-email',
  'limits/addresses': 'guesses-of-network',
  'person/invitation-limits': `
    shown-invitation-expiry invitation-expiry people-count invitation-token revoked-invitation-account
    revoked-invitation listed-invitation-expiry listed-invitation-account invitation-limit owner-role
    owners-lock`,
  'person/mails': 'invitation-mail-words',
  'person/own-role': 'changed-own-role',
  'person/password-reset': `
    email-change-resets password-change-resets reset-limit reset-address reset-email used-reset
    reset-sessions reset-devices reset-guesses`,
  'person/people': `
    own-sessions invitation-token invitation-count invited-person owners-lock owners-account last-owner
    changed-role-owner removed-owner removed-person-sessions`,
  'person/reset-password-of': 'reset-of-owner reset-person-sessions reset-person-devices',
  'person/reset-races': 'used-reset-expiry',
  'person/roles': 'changed-own-role',
  'saved-view/saved-views': `
    deleted-view-account deleted-view-owner listed-view-account listed-view-owner view-lock view-count`,
  'second-factor/second-factor': `
    second-factor wrong-second-code code-guesses device-code-guesses second-factor-password
    second-factor-lock spent-step confirmed-factor unconfirmed-factor confirming-code unconfirmed-to-confirm
    recovery-codes-code stopping-code stopping-own-factor`,
  'second-factor/stop-of-others': 'stopping-owner',
  'session/authenticate-session': 'long-request-expiry',
  'session/change-email': 'email-change-password email-change-guesses',
  'session/change-password': 'password-change-password password-change-sessions',
  'session/count-guess': `
    guess-limit tried-guess sign-in-password device-expiry guesses-of-email guesses-of-address`,
  'session/end-session': 'ended-session ended-session-owner ended-caller',
  'session/limits': 'email-change-person',
  'session/open-session': 'session-count device-count',
  'session/races': `
    email-change-race account-email-owner password-change-race password-change-devices sign-in-lock
    sign-in-race device-person view-person-first`,
  'session/sign-up': 'sign-up-permission sign-up-limit',
};
