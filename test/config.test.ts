import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';

describe.each(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'READ_DATABASE_URL', 'DIRECTORY_URL'])('%s', (name) => {
  const read = (url: string) => () =>
    readConfig({ CELL: 'a1', DIRECTORY_URL: 'postgres://a/b', DATABASE_URL: 'postgres://a/b', [name]: url });

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
  ['PORT', '65536', '-1', '3e3', '0x50', 'http'],
  [
    'PUBLIC_URL',
    'provender.example',
    'https:provender.example',
    'https:///provender',
    'ftp://provender.example',
    'https://provender.example/shop',
    'https://provender.example/shop/',
    'https://provender.example\\shop',
    'https://provender.example/?a=b',
    'https://provender.example?',
    'https://provender.example/#a',
    'https://user@provender.example',
    'https://:secret@provender.example',
    'https://provender.example /',
    'https://*.provender.example',
    'https://one.example,https://two.example',
    'https://one.example,two.example',
  ],
  ['DATA_DIR', '~/data', '~', 'file:///data', 's3://data', 'postgres://127.0.0.1/provender'],
  ['DEMO', 'yes', 'TRUE', '1', 'no', 'demo'],
  ['SIGNUP', 'on', 'True', '0', 'free', 'true,false'],
  ['GRAPHQL_INTROSPECTION', 'off', 'FALSE', '0', 'none', 'disabled'],
  ['WEBHOOK_ALLOW_PRIVATE_NETWORKS', '1', 'TRUE', 'yes', '10.0.0.0/8', 'loopback'],
  ['SECRETS_KEY', 'tooshort', `${'A'.repeat(43)}=,`, 'a'.repeat(64), 'A'.repeat(24), `${'A'.repeat(43)}==`],
  ['CELL', 'eu', 'e', 'eu-1', 'eu1', '€1'],
  ['REDIS_URL', 'http://127.0.0.1', 'redis:', 'redis://', 'redis://127.0.0.1/counters', '127.0.0.1:6379'],
  ['LOG_LEVEL', 'loud', 'INFO', 'warning', '30', 'info,debug'],
  ['TRUST_PROXY', 'the one in front', '17', '0.0.0.0/0', '10.0.0.0/33', '-1', 'proxy.example'],
  [
    'CORS_ORIGINS',
    'app.example',
    'https://*.app.example',
    'https://app.example/',
    'ftp://app.example',
    'https://app.example,',
    'null',
  ],
  ['DRAIN_MS', '-1', '5s', '600001', '1.5', 'Infinity'],
  ['KEEP_ALIVE_MS', '999', '0', '65s', '3600001', '1e4'],
  [
    'SMTP_URL',
    'smtp://',
    'smtp:mail.example',
    'mail.example',
    'http://mail.example',
    'smtp://mail.example:smtp',
  ],
  [
    'MAIL_FROM',
    'mail.example',
    'Mail <mail@example.com>, other@example.com',
    'one@example.com,two@example.com',
    'Mail <>',
    'Mail\nBcc: x <mail@example.com>',
  ],
  ['REQUEST_LOG_DAYS', '91', '-1', '0.5', '7d', 'forever'],
  [
    'WEBHOOK_RETRY_DELAYS',
    '60;300',
    '60,99999999999',
    '60,',
    '1e3',
    '-60',
    '2592000,1',
    '0,'.repeat(100) + '0',
  ],
  ['WEBHOOK_TIMEOUT_MS', '0', '10s', '600001', '-1', '0.5'],
  ['WEBHOOK_PAUSE_MS', '-1', '0.5', '60001', '500ms', 'none'],
  ['WEBHOOK_DISABLE_AFTER', '-1', '0', 'never', '1.5', '1000001'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '127.0.0.1:4318',
    'grpc://127.0.0.1:4317',
    'http://127.0.0.1:4318/v1/traces',
    'http://user:secret@127.0.0.1:4318',
    'http://127.0.0.1:4318?key=a',
  ],
  ['OTEL_TRACES_SAMPLER', 'on', 'jaeger_remote', 'ALWAYS_ON', '0.5', 'ratio'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.1', '10%', '-0.1', '1e-1', 'half'],
  ...['DATABASE_DIRECT_URL', 'READ_DATABASE_URL', 'DIRECTORY_URL'].map((name) => [name, 'postgres://a/b']),
])('%s: refuses unlikely values, in one line that names it', (name, ...values) => {
  const refusals = values.map((value) => {
    try {
      return `${value} is taken: ${JSON.stringify(readConfig({ [name]: value }))}`;
    } catch (error) {
      return (error as Error).message;
    }
  });
  for (const refusal of refusals) expect(refusal).toMatch(new RegExp(`^${name}: .+$`));
});

it('takes a public address as its origin', () => {
  const read = ['HTTPS://Provender.Example:443//', ' http://[::1]:3000/\n'].map(
    (PUBLIC_URL) => readConfig({ PUBLIC_URL }).PUBLIC_URL,
  );
  expect(read).toEqual(['https://provender.example', 'http://[::1]:3000']);
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
