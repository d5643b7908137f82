import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';

describe.each(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'READ_DATABASE_URL', 'DIRECTORY_URL'])('%s', (name) => {
  const read = (url: string) => () =>
    readConfig({ CELL: 'a1', DIRECTORY_URL: 'postgres://a/b', [name]: url });

  it.each([
    'postgres://user:p%40ss@db.example:6543/provender?sslmode=verify-full',
    'postgresql://user:a,b@db.example/provender',
    'postgres://[::1]:5433/provender',
    'postgres:///provender?host=/var/run/postgresql',
  ])('may be %s', (url) => {
    expect(read(url)()).toMatchObject({ [name]: url });
  });

  it.each([
    ['mysql://one/provender', 'must be a URL that starts with postgres:// or postgresql://'],
    ['postgres://user:secret@one:port/provender', 'must be a URL such as'],
    ['postgres://user:secret@one,two/provender?target_session_attrs=read-write', 'must name one host'],
    ['postgres://user:secret@one:5432,two:5432/provender', 'must name one host'],
    ['postgres://user:secret@one/provender?host=two,three', 'must name one host'],
  ])('%s is refused, with what it must be and without its password', (url, message) => {
    expect(read(url)).toThrow(`${name}: ${message}`);
    expect(read(url)).not.toThrow('secret');
  });
});

it.each([
  ['PORT', '65536'],
  ['PUBLIC_URL', 'provender.example'],
  ['PUBLIC_URL', 'https://provender.example/?a=b'],
  ['PUBLIC_URL', 'https://provender.example?'],
  ['PUBLIC_URL', 'https://provender.example/#a'],
  ['PUBLIC_URL', 'https://user@provender.example'],
  ['PUBLIC_URL', 'https://:secret@provender.example'],
  ['PUBLIC_URL', 'https://provender.example /'],
  ['DEMO', 'yes'],
  ['REDIS_URL', 'http://127.0.0.1'],
  ['LOG_LEVEL', 'loud'],
  ['WEBHOOK_RETRY_DELAYS', '60;300'],
  ['WEBHOOK_RETRY_DELAYS', '60,99999999999'],
  ['WEBHOOK_TIMEOUT_MS', '0'],
  ['WEBHOOK_PAUSE_MS', '-1'],
  ['WEBHOOK_PAUSE_MS', '0.5'],
  ['WEBHOOK_DISABLE_AFTER', '-1'],
  ['WEBHOOK_ALLOW_PRIVATE_NETWORKS', '1'],
  ['TRUST_PROXY', 'the one in front'],
  ['SIGNUP', 'on'],
  ['SECRETS_KEY', 'tooshort'],
  ['SECRETS_KEY', `${'A'.repeat(43)}=,`],
  ['CORS_ORIGINS', 'app.example'],
  ['CORS_ORIGINS', 'https://*.app.example'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'mail.example'],
  ['MAIL_FROM', 'Mail <mail@example.com>, other@example.com'],
  ['DRAIN_MS', '-1'],
  ['REQUEST_LOG_DAYS', '91'],
])('refuses %s=%s, in one line that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: .+$`));
});

it.each(['true', 'TRUE'])('says what to set in place of TRUST_PROXY=%s', (value) => {
  expect(() => readConfig({ TRUST_PROXY: value })).toThrow(/^TRUST_PROXY: .*number of proxies.*addresses.*$/);
});

it.each(['mail@example.com', 'Provender, Ltd. <mail@example.com>'])('takes MAIL_FROM=%s', (MAIL_FROM) => {
  expect(readConfig({ SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM })).toMatchObject({ MAIL_FROM });
});

it('treats an empty variable as unset', () => {
  const nothing = { PUBLIC_URL: '', REDIS_URL: '', LOG_LEVEL: '', TRUST_PROXY: ' ', HOST: '' };
  expect(readConfig(nothing)).toEqual(readConfig({}));
});

it('says what to set in place of several hosts', () => {
  const url = 'postgres://one,two/provender';
  expect(() => readConfig({ DATABASE_URL: url })).toThrow(
    /leads to the primary, such as HAProxy .* or your cloud's endpoint$/,
  );
  expect(() => readConfig({ READ_DATABASE_URL: url })).toThrow(/leads to the standby/);
});
