import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { prepareDatabase } from '../../../../src/prepare-database.ts';
import { useCells } from '../../../support/service/cells.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { useService } from '../../../support/service/service.ts';
import { createUser, createVisitor } from '../../../support/service/visitor.ts';

const NOWHERE = 'postgres://provender@127.0.0.1:1/directory';
const [a1, b2] = useCells();
const alone = useService({ cell: { name: 'c3', directoryUrl: NOWHERE } });

const newEmail = () => `${randomUUID()}@supplier.example`;
const logTo = (lines: string[]) =>
  pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });

describe('while the directory is away', () => {
  it('accounts of the cell can sign in, and others get the same response as unknown ones', async () => {
    const { email } = await createUser(alone);
    const visitor = createVisitor(alone);
    expect((await visitor.signIn(email)).json.errors).toBeUndefined();
    const tries = [
      await createVisitor(alone).signIn(email, 'not this one'),
      await createVisitor(alone).signIn(newEmail()),
    ].map(({ status, json }) => ({ status, error: json.errors[0] }));
    expect(tries[0]).toEqual(tries[1]);
    expect(tries[0]!.error).toMatchObject({
      message: expect.stringContaining('Try again later'),
      extensions: { code: 'unauthorized' },
    });
  });

  it('no e-mail is given away', async () => {
    const visitor = createVisitor(alone);
    const { email } = await createUser(alone);
    await visitor.signIn(email);
    const change = `mutation { changeEmail(currentPassword: "${PASSWORD}", email: "${newEmail()}") { email } }`;
    expect((await visitor.refusal(change)).code).toBe('service_unavailable');
    expect(await alone.database.prisma.account.count({ where: { email } })).toBe(1);
  });
});

describe('the start of a cell', () => {
  it.each([
    [
      'a name that is no name',
      { CELL: 'a-1', DIRECTORY_URL: NOWHERE },
      'CELL: must be two letters or digits',
    ],
    ['no directory', { CELL: 'a1' }, 'CELL: must be set together with DIRECTORY_URL'],
    [
      'mail without a sender',
      { SMTP_URL: 'smtp://127.0.0.1' },
      'SMTP_URL: must be set together with MAIL_FROM',
    ],
    ['no name', { DIRECTORY_URL: NOWHERE }, 'DIRECTORY_URL: must be set together with CELL'],
  ])('is refused with %s', (_what, environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });

  it('enters accounts in the directory that were there before', async () => {
    const { email } = await createUser(a1);
    const lines: string[] = [];
    const { release } = await prepareDatabase(readConfig(a1.environment), 'all', logTo(lines));
    await release();
    expect(lines).toEqual([]);
    await expect(b2.directory.claim(email)).rejects.toThrow('email is already in use');
    expect(await b2.directory.cellOf(email)).toBe('a1');
  });

  it('logs how many accounts have an e-mail of another cell, and continues', async () => {
    const { email } = await createUser(a1);
    await b2.directory.claim(email);
    const lines: string[] = [];
    await (await prepareDatabase(readConfig(a1.environment), 'all', logTo(lines))).release();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ accounts: 1 }]);
  });

  it('continues without the directory, and logs that', async () => {
    const lines: string[] = [];
    const config = readConfig({ ...a1.environment, DIRECTORY_URL: NOWHERE });
    await (await prepareDatabase(config, 'all', logTo(lines))).release();
    expect(lines.join('')).toContain('DIRECTORY_URL');
  });
});
