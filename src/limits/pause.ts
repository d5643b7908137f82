/** How long a piece of work may hold the event loop before others get their turn. */
const SLICE_MS = 5;
/** Work that has used this many slices counts as long. */
const LONG_SLICES = 4;

/** Returns a promise to await when the work has used up its time slice, otherwise undefined. */
export type Pause = () => Promise<void> | undefined;

/**
 * Creates the pauses of one piece of work, which calls the result after each of its parts. Per turn of the
 * event loop, only one piece of work in the process gets a slice.
 *
 * @param isLast whether the work ends a response: it continues before other long work
 */
export function createPause({ isLast = false } = {}): Pause {
  let slices = 0;
  let endsAt: number | undefined;
  let turn: Promise<void> | undefined;

  function beginSlice(): number {
    // After a turn of the event loop, the elapsed time includes other work.
    setImmediate(() => (endsAt = undefined));
    return performance.now() + SLICE_MS;
  }

  async function nextTurn(): Promise<void> {
    slices += 1;
    await new Promise<void>((goOn) => enter(slices, isLast, goOn));
    turn = undefined;
    endsAt = beginSlice();
  }

  return () => {
    if (turn) return turn;
    endsAt ??= beginSlice();
    if (performance.now() < endsAt) return undefined;
    return (turn = nextTurn());
  };
}

/**
 * Resolves in a turn of the event loop that no other piece of work gets. Output of any length is written like
 * this, part by part: copying megabytes to the kernel at once takes milliseconds for each connection.
 */
export function takeTurn(): Promise<void> {
  return new Promise((goOn) => enter(0, true, goOn));
}

type ResumeQueue = (() => void)[];

/** Short work takes turns. */
const short: ResumeQueue = [];
/**
 * Long work is finished one piece at a time: several unfinished results would take memory at once, while work
 * that has not begun is only text.
 */
const long: ResumeQueue = [];
let isShortNext = true;

function enter(slices: number, isLast: boolean, goOn: () => void): void {
  const isFirst = nextQueue() === undefined;
  if (slices < LONG_SLICES) short.push(goOn);
  else if (slices === LONG_SLICES && !isLast) long.push(goOn);
  else long.unshift(goOn);
  if (isFirst) setImmediate(serveNext);
}

function serveNext(): void {
  nextQueue()!.shift()!();
  isShortNext = !isShortNext;
  if (nextQueue()) setImmediate(serveNext);
}

/** Alternates between short and long work. */
function nextQueue(): ResumeQueue | undefined {
  if (short.length === 0) return long.length > 0 ? long : undefined;
  return isShortNext || long.length === 0 ? short : long;
}
