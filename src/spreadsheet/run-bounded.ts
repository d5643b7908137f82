import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { violation } from '../problems.ts';
import { type Bounds, FILE_BOUNDS, MAX_OUTPUT_LINE_BYTES, MAX_OUTPUT_BYTES, RESERVED_MIB } from './limits.ts';
import { TOO_LARGE } from './answer-parent.ts';
import { onThisMachine } from './machine-speed.ts';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * The kernel ends the process at these limits, whatever it does. It writes no core dump: that has the file in
 * it.
 */
const LIMITED = `ulimit -t "$0" && ulimit -d ${RESERVED_MIB * 1_024} && ulimit -c 0 && exec "$@"`;
const FLAGS = [
  '--max-semi-space-size=4',
  '--v8-pool-size=1',
  // No threads, no processes, no network, no writing.
  // guard: file-process-permission
  '--permission',
  '--allow-fs-read=*',
];

/** The process gives way to those that serve, but not to work that may wait. */
const PRIORITY = 5;
/**
 * How often the process's memory is measured. Its heap has a limit, and unpacked sizes are checked before.
 */
const MEASURE_MS = 50;
const MAX_STDERR = 2_000;
/** The signals by which the kernel ends a process that takes too long; others mean failed allocations. */
const TIME_SIGNALS = new Set<NodeJS.Signals | null>(['SIGKILL', 'SIGXCPU']);
const NEWLINE = 0x0a;

/** The error for a file whose process exceeded a bound. */
export class FileTooLarge extends UnreadableFile {
  /** Whether the bound was that of its memory. */
  readonly isMemory: boolean;
  /** Whether the bound was that of its processor time. */
  readonly isTime: boolean;
  constructor(isMemory: boolean, isTime: boolean) {
    super(
      violation(
        'file_too_complex',
        'Reading the file takes too much memory or time. Split it, or save it as CSV',
      ),
    );
    this.isMemory = isMemory;
    this.isTime = isTime;
  }
}

/** The error for a process that did not get its processor time, so that its file may be read later. */
export class TooBusy extends Error {
  override name = 'TooBusy';
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Runs a program of the service in a process with bounded memory, time and output, which has nothing of this
 * process: no environment, no sockets. Yields the lines that it returns, as UTF-8. The process ends with the
 * loop.
 *
 * @param program its URL; it calls `answerParent`
 * @param input the bytes that it reads, at once or in parts
 * @param given its bounds; a slower machine gives it proportionally more time
 * @throws FileTooLarge if the process exceeds a bound; {@link TooBusy} if it did not get its processor time
 */
export async function* runBounded(
  program: string,
  input: Uint8Array | Iterable<string>,
  options: object,
  given: Bounds = FILE_BOUNDS.large,
): AsyncGenerator<Buffer, void> {
  const bounds = await onThisMachine(given);
  const child = startChild(program, bounds);
  const ended = childEnd(child);
  const exceeded = { memory: false, wall: false };
  const stop = bound(child, bounds, exceeded);
  try {
    child.stdin.write(`${JSON.stringify(options)}\n`);
    const parts = input instanceof Uint8Array ? [input] : input;
    // The process may end before it has read everything.
    pipeline(Readable.from(parts), child.stdin).catch(() => {});
    yield* outputLines(child.stdout);
    const { code, signal, stderr } = await ended;
    if (exceeded.wall) throw new TooBusy('a file was not read in time');
    if (signal !== null || code === TOO_LARGE) {
      const isTime = !exceeded.memory && TIME_SIGNALS.has(signal);
      throw new FileTooLarge(!isTime, isTime);
    }
    if (code !== 0) throw new Error(`reading a file failed: ${stderr}`);
  } finally {
    stop();
    child.kill('SIGKILL');
    await ended.catch(() => {});
  }
}

function startChild(program: string, { heapMiB, cpuS, priority = PRIORITY }: Bounds): Child {
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      LIMITED,
      String(cpuS),
      process.execPath,
      `--max-old-space-size=${heapMiB}`,
      ...FLAGS,
      fileURLToPath(program),
    ],
    {
      cwd: '/',
      env: { UV_THREADPOOL_SIZE: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  try {
    if (child.pid !== undefined) setPriority(child.pid, priority);
  } catch {
    // The process has ended already, and its exit code has the reason.
  }
  return child;
}

interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
}

async function childEnd(child: Child): Promise<End> {
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, MAX_STDERR);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, stderr };
}

/** Kills the process when it exceeds its time or memory. Returns how to stop watching it. */
function bound(
  child: Child,
  { privateMiB, wallS }: Bounds,
  exceeded: { memory: boolean; wall: boolean },
): () => void {
  const kill = () => void child.kill('SIGKILL');
  const timeout = setTimeout(() => {
    exceeded.wall = true;
    kill();
  }, wallS * 1_000);
  const check = (used: number) => {
    // guard: file-process-memory
    exceeded.memory ||= used > privateMiB;
    if (exceeded.memory) kill();
  };
  const measuring = setInterval(() => {
    privateMiBOf(child.pid).then(
      check,
      // The memory cannot be read: this is not Linux, or the process has ended.
      () => clearInterval(measuring),
    );
  }, MEASURE_MS);
  return () => {
    clearTimeout(timeout);
    clearInterval(measuring);
  };
}

async function privateMiBOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kib] = /^RssAnon:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kib) / 1_024;
}

async function* outputLines(stdout: Readable): AsyncGenerator<Buffer, void> {
  let parts: Buffer[] = [];
  let length = 0;
  let total = 0;
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    total += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]);
      [parts, length, start] = [[], 0, end + 1];
    }
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (/* guard: file-process-output */ total > MAX_OUTPUT_BYTES || length > MAX_OUTPUT_LINE_BYTES)
      throw new FileTooLarge(false, false);
  }
}
