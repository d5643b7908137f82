import type { Socket } from 'node:net';
import type { Client } from 'pg';

/** Internals of pg's clients that its types omit (pg 8.23). */
export interface Internals {
  processID: number;
  /** False while a statement is running. */
  readyForQuery?: boolean;
  connection: {
    stream: Socket;
    /** The prepared statements' texts by name. */
    parsedStatements: Record<string, string>;
    close(target: { type: 'S'; name: string }): void;
    on(event: 'parameterStatus', listener: (message: ParameterStatus) => void): void;
    on(event: 'errorMessage', listener: (message: { code?: string }) => void): void;
  };
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

export function internalsOf(client: Client): Internals {
  return client as unknown as Internals;
}
