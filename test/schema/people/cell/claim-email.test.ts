import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { claimEmail, releaseEmail } from '../../../../src/schema/people/cell/claim-email.ts';
import { useCommands } from '../../../support/process/commands.ts';
import { useCells } from '../../../support/service/cells.ts';
import { createUser } from '../../../support/service/visitor.ts';

const [a1, b2] = useCells();
const provender = useCommands(() => a1.environment);

const newEmail = () => `${randomUUID()}@supplier.example`;

const release = (email: string) => provender('--json', 'directory', 'release', '--email', email);

it('an e-mail that an account is being given is not released', async () => {
  const email = newEmail();
  const { id } = await createUser(a1);
  await a1.directory.claim(email);
  let released: Promise<unknown> | undefined;
  await a1.database.prisma.$transaction(async (tx) => {
    await claimEmail(tx, a1.directory, email);
    released = releaseEmail(a1.database.prisma, a1.directory, email).catch((error: unknown) => error);
    await pause(100);
    await tx.person.updateMany({ where: { accountId: id }, data: { email } });
  });
  expect(await released).toMatchObject({ message: 'email belongs to an account' });
  expect(await b2.directory.cellOf(email)).toBe('a1');
});

it('provender directory release frees an e-mail for all cells', async () => {
  const email = newEmail();
  await a1.directory.claim(email);
  const first = await release(` ${email.toUpperCase()}`);
  expect(JSON.parse(first.stdout)).toEqual({ email, cell: 'a1', released: true });
  expect(await b2.directory.claim(email)).toBe(true);
  const other = await release(email);
  expect(other).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('reserved by cell b2'),
  });
  expect(JSON.parse((await release(newEmail())).stdout)).toMatchObject({ released: false });
});

it('provender directory release keeps the e-mail of an account', async () => {
  const { email } = await createUser(a1);
  await a1.directory.claim(email);
  const kept = await release(email);
  expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining('email belongs to an account') });
  expect(await a1.directory.claim(email)).toBe(false);
});
