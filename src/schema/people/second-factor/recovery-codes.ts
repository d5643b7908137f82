import { Secret } from 'otpauth';
import { subjectOf } from '../session/count-guess.ts';

/** The number of recovery codes of a person. */
export const RECOVERY_CODES = 10;
/** Random bytes for 16 letters and digits, too many to be guessed even from the hash. */
const RANDOM_BYTES = 10;

/** Returns new recovery codes, such as `ABCD-EFGH-IJKL-MNOP`. Only their hashes are stored. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RANDOM_BYTES }).base32.replaceAll(/(.{4})(?!$)/g, '$1-'),
  );
}

/** Returns the hash by which a recovery code is stored. Case and hyphens do not matter. */
export function hashOfRecoveryCode(code: string): string {
  return subjectOf('recovery code', code.toUpperCase().replaceAll('-', ''));
}
