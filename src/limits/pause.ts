// Two kinds of responses would hold the event loop for longer than a request takes: a page of 100 deliveries with 500
// lines each over REST (30 ms and more to complete and write), and 10,000 objects with a field that 50 aliases repeat
// (115 ms). The attacks `long-deliveries` and `aliased-lines` of `chaos:neighbours` request them.

/** How long a piece of work may hold the event loop before others get their turn. */
const SLICE_MS = 5;
/** Work that has used this many slices counts as long. */
const LONG_SLICES = 4;

/** The steps of producing a large response, in order. */
const STEPS = ['parse', 'complete', 'write'] as const;

/** Returns a promise to await when the work has used up its time slice, otherwise undefined. */
export type Pause = () => Promise<void> | undefined;

/**
 * Creates the pauses of one piece of work, which calls the result after each of its parts. Per turn of the event loop,
 * only one piece of work in the process gets a slice.
 *
 * @param every how many parts pass between checks of the clock; more than 1 if parts take microseconds
 */
export function createPause(step: (typeof STEPS)[number], every = 1): Pause {
  let parts = 0;
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

/**
 * Resolves in a turn of the event loop that no other piece of work gets. Output of any length is written like this,
 * part by part: copying megabytes to the kernel at once takes milliseconds for each connection.
 */
export function takeTurn(): Promise<void> {
  return new Promise((goOn) => enter('write', 0, goOn));
}

type ResumeQueue = (() => void)[];

/** Short work takes turns. */
const short: ResumeQueue = [];
/**
 * Long work is finished one piece at a time, later steps first: several unfinished results would take memory at once,
 * while work that has not begun is only text.
 */
const long: ResumeQueue[] = STEPS.map(() => []);
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

/** Alternates between short and long work. */
function nextLine(): ResumeQueue | undefined {
  const longest = long.findLast(({ length }) => length > 0);
  if (short.length === 0) return longest;
  return isShortNext ? short : (longest ?? short);
}
