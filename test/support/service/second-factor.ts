import { Secret, TOTP } from 'otpauth';
import { PASSWORD } from './open-session.ts';
import type { PageAnswer, Visitor } from './visitor.ts';

/** An app with the secret of a second factor, and its recovery codes. */
export interface Factor {
  uri: string;
  recoveryCodes: string[];
  /** Returns the code of a time step that many after the current one. */
  code(later: number): string;
}

const START = 'mutation($password: String!) { startSecondFactor(password: $password) { uri secret } }';
const CONFIRM = 'mutation($code: String!) { confirmSecondFactor(code: $code) { codes } }';
const SIGN_IN = `mutation($email: String!, $password: String!, $code: String) {
  signIn(email: $email, password: $password, code: $code) { id }
}`;

/** Sets up a second factor for a visitor who is signed in. It has used the code of the current step. */
export async function setUpFactor(visitor: Pick<Visitor, 'data'>): Promise<Factor> {
  const { uri, secret } = (await visitor.data(START, { password: PASSWORD })).startSecondFactor;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (later: number) => totp.generate({ timestamp: Date.now() + later * 30_000 });
  const { codes } = (await visitor.data(CONFIRM, { code: code(0) })).confirmSecondFactor;
  return { uri, recoveryCodes: codes, code };
}

/** Signs in with the password and a code, or without one. */
export function signInWith(
  visitor: Visitor,
  email: string,
  code?: string,
  password = PASSWORD,
): Promise<PageAnswer> {
  return visitor.ask(SIGN_IN, { variables: { email, password, code } });
}
