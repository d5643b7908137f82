/** Ends a command that left some of its work undone, with exit code 3 and that work on stderr. */
export class UnfinishedWork extends Error {}

/** @throws LeftOver with the remaining work, one item per line */
export function leaveUnfinished(what: string): never {
  throw new UnfinishedWork(what);
}
