import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../support/process/process.ts';

/** Where to send the requests, and with which key. */
interface Target {
  url: string;
  key: string;
}

const KEY = 'prv_…';
const DEFAULT_URL = 'http://127.0.0.1:3000';
const BETWEEN = '--- the next block';

/**
 * Pastes blocks of a document one after the other into a shell, against the test's own service and with its
 * demo key.
 * @returns the JSON that each block shows
 */
export async function paste(
  service: Target,
  databaseUrl: string,
  blocks: string[],
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
): Promise<Record<string, any>[][]> {
  const said = await pasteText(service, databaseUrl, blocks);
  return said.split(BETWEEN).map((part) => {
    const lines = part.replaceAll('}{', '}\n{').split('\n');
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  });
}

/** The same. @returns all that the shell shows */
export async function pasteText(service: Target, databaseUrl: string, blocks: string[]): Promise<string> {
  const script = blocks
    .map((block) => block.replaceAll(DEFAULT_URL, service.url).replaceAll(KEY, service.key))
    .join(`\necho '${BETWEEN}'\n`);
  const PATH = `${process.env.PATH}:${ROOT}test/docs/bin`;
  const { stdout } = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', `exec 2>&1\n${script}`], {
    cwd: ROOT,
    env: { ...process.env, PATH, DATABASE_URL: databaseUrl },
  });
  return stdout;
}
