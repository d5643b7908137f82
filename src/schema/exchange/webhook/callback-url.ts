import { isIP } from 'node:net';
import { isPublicAddress } from '@provender/guarded-sender/public-address';
import { type Violation, violation } from '../../../problems.ts';
import { issueOf } from '../../core/noun/issues.ts';
import { text } from '../../core/noun/rules.ts';
import { MAX_URL } from '../limits.ts';

/** Matches names that are valid only in private networks (RFC 6761, RFC 8375, ICANN's .internal). */
const INTERNAL_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid)$/;

/** Matches a label of a name; the last label of a public name contains a letter. */
const LABEL = /^(?!-)[a-z\d_-]{1,63}$/;

/** The hint for receivers on a private network. */
const HINT = '. To try a local receiver, start the service with WEBHOOK_ALLOW_PRIVATE_NETWORKS=true';

/**
 * Returns a schema for callback URLs: https, no credentials, no private address. The addresses that a name
 * resolves to are checked on every connection.
 */
export function callbackUrl(allowPrivateNetworks: boolean) {
  return text(MAX_URL).superRefine((value, { addIssue }) => {
    // Checked before parsing, which drops white space.
    const url = /\s/.test(value) ? null : URL.parse(value);
    const found = url ? urlProblem(url, allowPrivateNetworks) : unlikeUrl(value);
    if (found) addIssue(issueOf(found));
  });
}

/** Returns the error of a text that is no URL: often the scheme is missing. */
function unlikeUrl(value: string): Violation {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return violation('invalid_url', 'must be a URL');
  const url = /\s/.test(value) ? null : URL.parse(`https://${value}`);
  const meant = url && isPublicHost(url.hostname) ? `https://${value}` : 'https://example.com/hook';
  return violation('invalid_url', `must be a URL with its scheme, such as ${meant}`);
}

function urlProblem(url: URL, allowPrivateNetworks: boolean): Violation | undefined {
  // Measured after parsing, because percent-encoding lengthens the URL.
  if (url.href.length > MAX_URL) {
    const wording = `must be at most ${MAX_URL} characters when percent-encoded`;
    return violation('too_long', wording, { max: MAX_URL });
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return violation('not_https', 'must be an https URL');
  if (url.username !== '' || url.password !== '')
    return violation('url_with_credentials', 'must not contain credentials');
  if (allowPrivateNetworks) return undefined;
  const isPublic = isPublicHost(url.hostname);
  if (url.protocol !== 'https:') return violation('not_https', `must be an https URL${isPublic ? '' : HINT}`);
  return isPublic
    ? undefined
    : violation('url_not_public', `must be reachable from the public internet${HINT}`);
}

/**
 * Returns whether a host is public. WHATWG parsing has already normalized every spelling of an IPv4 address.
 */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host)) return isPublicAddress(host);
  const labels = host.split('.');
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return false;
  return /[a-z]/.test(labels.at(-1)!) && !INTERNAL_NAME.test(host);
}
