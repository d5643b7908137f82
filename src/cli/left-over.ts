/** Ends a command that did less than it was asked to do, with exit code 3 and what rests on stderr. */
export class LeftOver extends Error {}

/** @throws LeftOver with what rests, a line each */
export function leave(what: string): never {
  throw new LeftOver(what);
}
