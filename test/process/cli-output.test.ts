import { expect, it } from 'vitest';
import { useDatabase } from '../support/database/database.ts';
import { useHost } from '../support/process/host.ts';
import { JOINED } from '../support/process/process.ts';

const host = useHost();
const database = useDatabase();

/** Runs a line of a shell, in which `provender` is the command line. */
function shell(line: string) {
  const provender = `node ${JOINED}/cli.js`;
  const args = ['-c', line.replace('provender', provender)];
  return host.launch('sh', { DATABASE_URL: database.url }, { args }).ended();
}

it.each(['--help', 'account list', 'account list --json'])(
  '%s ends without an error when nobody reads its output',
  async (command) => {
    const ended = await shell(`{ provender ${command}; echo "code $?" >&2; } | true`);
    expect(ended.stderr).toBe('code 0\n');
  },
);

it('fails when its output cannot be written', async () => {
  const ended = await shell('provender account list --json > /dev/full');
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^stdout cannot be written: [^\n]+\n$/),
  });
});
