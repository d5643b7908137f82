/** How long one piece of work holds the event loop before others get their turn. */
const SLICE_MS = 5;
/** Work that had so many slices is long. */
const LONG_SLICES = 4;

/** What is done of a large response, in this order. */
const STEPS = ['parse', 'complete', 'write'] as const;

/** Returns what to wait for when the work has used its slice of time, and nothing while it has not. */
export type Pause = () => Promise<void> | undefined;

/**
 * Creates the pauses of one piece of work, which asks for one after each of its parts. In each turn of the event loop
 * one work of the process has a slice, however many there are.
 * @param every how many parts go by between looks at the clock; more than 1 where parts take microseconds
 */
export function createPause(step: (typeof STEPS)[number], every = 1): Pause {
  let parts = 0;
  let slices = 0;
  let endsAt: number | undefined;
  let turn: Promise<void> | undefined;

  function beginSlice(): number {
    // After the event loop has turned, the elapsed time includes other work.
    setImmediate(() => (endsAt = undefined));
    return performance.now() + SLICE_MS;
  }

  async function nextTurn(): Promise<void> {
    slices += 1;
    await new Promise<void>((goOn) => enter(step, slices, goOn));
    turn = undefined;
    endsAt = beginSlice();
  }

  return () => {
    if (turn) return turn;
    parts += 1;
    if (parts % every !== 0) return undefined;
    endsAt ??= beginSlice();
    if (performance.now() < endsAt) return undefined;
    return (turn = nextTurn());
  };
}

type Line = (() => void)[];

/** Short work goes round. */
const short: Line = [];
/**
 * Long work is finished one after the other, what is nearer to its response first: half-made ones would take memory
 * beside each other, and what has not begun is only text.
 */
const long: Line[] = STEPS.map(() => []);
let isShortNext = true;

function enter(step: (typeof STEPS)[number], slices: number, goOn: () => void): void {
  const isFirst = nextLine() === undefined;
  const line = long[STEPS.indexOf(step)]!;
  if (slices < LONG_SLICES) short.push(goOn);
  else if (slices === LONG_SLICES) line.push(goOn);
  else line.unshift(goOn);
  if (isFirst) setImmediate(serveNext);
}

function serveNext(): void {
  nextLine()!.shift()!();
  isShortNext = !isShortNext;
  if (nextLine()) setImmediate(serveNext);
}

/** Short and long work take turns. */
function nextLine(): Line | undefined {
  const longest = long.findLast(({ length }) => length > 0);
  if (short.length === 0) return longest;
  return isShortNext ? short : (longest ?? short);
}
