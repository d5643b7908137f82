import type { Socket } from 'node:net';
import type { Client } from 'pg';

/** What pg has in its clients and does not say in its types (pg 8.23). */
export interface Internals {
  processID: number;
  /** False while a statement is under way. */
  readyForQuery?: boolean;
  connection: {
    stream: Socket;
    /** Texts of statements by the names under which the server knows them. */
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
