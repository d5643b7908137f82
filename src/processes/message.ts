import type { DemoAccount } from '../demo.ts';
import type { Role } from '../role.ts';

/** The role of a process in the cluster, and its database. */
export interface Order {
  type: 'start';
  role: Role;
  url: string;
  directUrl: string;
  isEmbedded: boolean;
  demo: DemoAccount | undefined;
}

/** Messages from the primary to the other processes. */
export type ToProcess =
  | Order
  /** Whether a new process has replaced this one. */
  | { type: 'stop'; isReplaced: boolean }
  | { type: 'metrics'; id: number; text: string }
  | { type: 'metrics'; id: number; error: string };

/** Messages from the other processes to the primary. */
export type ToPrimary =
  | { type: 'ready'; url: string; publicUrl: string }
  | { type: 'failed'; line: string }
  | { type: 'metrics'; id: number };

/** Listens for messages from the primary. */
export function onMessage(listener: (message: ToProcess) => void): void {
  process.on('message', listener);
}

/** Sends a message to the primary. */
export function sendMessage(message: ToPrimary, done?: () => void): void {
  process.send!(message, undefined, undefined, done);
}
