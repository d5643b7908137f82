import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { parseDatabaseUrl } from '../../src/database-url.ts';

describe('a connection string', () => {
  it('of one server is not changed', () => {
    const url = 'postgres://user:p%40ss@db.example:6543/provender?sslmode=verify-full';
    expect(parseDatabaseUrl(url)).toEqual({ first: url, hosts: [], attributes: 'any' });
  });

  it('with several servers, prefers the one that accepts writes', () => {
    expect(
      parseDatabaseUrl('postgresql://user:p@ss@one,[::1]:5433,10.0.0.3:1/provender?sslmode=require'),
    ).toEqual({
      first: 'postgresql://user:p@ss@one/provender?sslmode=require',
      hosts: [
        { host: 'one', port: 5432 },
        { host: '::1', port: 5433 },
        { host: '10.0.0.3', port: 1 },
      ],
      attributes: 'read-write',
    });
  });

  it.each([
    ['read-write', 'read-write'],
    ['primary', 'read-write'],
    ['standby', 'read-only'],
    ['any', 'any'],
  ])('with target_session_attrs=%s wants %s', (wanted, attributes) => {
    expect(parseDatabaseUrl(`postgres://one,two/provender?target_session_attrs=${wanted}`)).toMatchObject({
      attributes,
    });
  });

  it.each([
    ['mysql://one/provender', 'must be a URL that starts with postgres:// or postgresql://'],
    ['postgres://user:secret@one:port/provender', 'must be a URL such as'],
    ['postgres://user:secret@one,/provender', 'number 2 is not a host and port'],
    ['postgres://user:secret@one:5432,two:99999/provender', 'number 2 is not a host and port'],
    ['postgres://user:secret@one/provender?host=two,three', 'must list several hosts before the name'],
    [
      'postgres://user:secret@one,two/provender?target_session_attrs=best',
      'must have a target_session_attrs of any',
    ],
  ])('%s is refused, with what it must be and without its password', (url, message) => {
    expect(() => parseDatabaseUrl(url)).toThrow(message);
    expect(() => parseDatabaseUrl(url)).not.toThrow('secret');
  });
});

describe('READ_DATABASE_URL', () => {
  it.each(['', '?target_session_attrs=primary'])(
    'of several hosts is not for those that take writes: %s',
    (rest) => {
      expect(() => readConfig({ READ_DATABASE_URL: `postgres://one,two/provender${rest}` })).toThrow(
        'READ_DATABASE_URL: must have a target_session_attrs of standby, read-only or any',
      );
    },
  );

  it('may list standbys', () => {
    const READ_DATABASE_URL = 'postgres://one,two/provender?target_session_attrs=standby';
    expect(readConfig({ READ_DATABASE_URL })).toMatchObject({ READ_DATABASE_URL });
  });
});
