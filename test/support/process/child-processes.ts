import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Returns the ids of the running children of process `pid`. */
export async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,stat='], { timeout: 30_000 });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/))
    .filter(([, parent, state]) => Number(parent) === pid && !state!.startsWith('Z'))
    .map(([id]) => Number(id));
}
