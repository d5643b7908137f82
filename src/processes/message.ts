import type { DemoAccount } from '../demo.ts';
import type { Role } from '../role.ts';

/** What a process of several is to do, and on which database. */
export interface Order {
  type: 'start';
  role: Role;
  url: string;
  directUrl: string;
  isEmbedded: boolean;
  demo: DemoAccount | undefined;
}

/** What the first process tells the others. */
export type ToProcess =
  | Order
  /** Whether another process has taken the place of this one. */
  | { type: 'stop'; isReplaced: boolean }
  | { type: 'metrics'; id: number; text: string }
  | { type: 'metrics'; id: number; error: string };

/** What they tell the first one. */
export type ToPrimary =
  | { type: 'ready'; url: string; publicUrl: string }
  | { type: 'failed'; line: string }
  | { type: 'metrics'; id: number };

/** Listens to the first process. */
export function onMessage(listener: (message: ToProcess) => void): void {
  process.on('message', listener);
}

/** Tells the first process. */
export function tell(message: ToPrimary, done?: () => void): void {
  process.send!(message, undefined, undefined, done);
}
