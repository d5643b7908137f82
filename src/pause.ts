/** How long one piece of work holds the event loop before others get their turn. */
const SLICE_MS = 5;

/**
 * What is done of a large response. Those that are nearer to their end go on first: their memory is given back soonest,
 * and what has not begun is only text.
 */
const STEPS = ['parse', 'complete', 'write'] as const;

/** Returns what to wait for when the work has used its slice of time, and nothing while it has not. */
export type Pause = () => Promise<void> | undefined;

/**
 * Creates the pauses of one piece of work, which asks for one after each of its parts. In each turn of the event loop
 * one work of the process has a slice, however many there are.
 * @param every how many parts go by between looks at the clock; more than 1 where parts take microseconds
 */
export function createPause(step: (typeof STEPS)[number], every = 1): Pause {
  const line = lines[STEPS.indexOf(step)]!;
  let parts = 0;
  let endsAt: number | undefined;
  let turn: Promise<void> | undefined;

  async function nextTurn(): Promise<void> {
    await new Promise<void>((resolve) => enter(line, resolve));
    turn = undefined;
    endsAt = performance.now() + SLICE_MS;
  }

  return () => {
    if (turn) return turn;
    parts += 1;
    if (parts % every !== 0) return undefined;
    const now = performance.now();
    endsAt ??= now + SLICE_MS;
    if (now < endsAt) return undefined;
    return (turn = nextTurn());
  };
}

/** Works that wait for their next slice, by step. */
const lines: (() => void)[][] = STEPS.map(() => []);

function enter(line: (() => void)[], goOn: () => void): void {
  const isFirst = lines.every(({ length }) => length === 0);
  line.push(goOn);
  if (isFirst) setImmediate(serveNext);
}

function serveNext(): void {
  lines.findLast(({ length }) => length > 0)!.shift()!();
  if (lines.some(({ length }) => length > 0)) setImmediate(serveNext);
}
