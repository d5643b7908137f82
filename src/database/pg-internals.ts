import type { Client } from 'pg';

/** Internals of pg's clients that its types omit (pg 8.23). */
export interface Internals {
  connection: {
    /** The prepared statements' texts by name. */
    parsedStatements: Record<string, string>;
    close(target: { type: 'S'; name: string }): void;
  };
}

export function internalsOf(client: Client): Internals {
  return client as unknown as Internals;
}
