import type { PreparedDatabase } from '../prepare-database.ts';
import type { ProcessRole } from '../role.ts';
import type { Service } from '../service.ts';

export type StartOrder = { role: ProcessRole } & Omit<
  PreparedDatabase,
  'release' | 'announceDemo' | 'hasAccount'
>;
export type Ready = Pick<Service, 'url' | 'publicUrl'>;

/**
 * Messages from the primary to the other processes. `text` are the metrics of all, null if one did not
 * respond.
 */
export type ToProcess =
  | { type: 'start'; order: StartOrder }
  | { type: 'stop' }
  | { type: 'metrics'; text: string | null };

/** Messages from the other processes to the primary. `metrics` requests those of all, `listen` the port. */
export type ToPrimary =
  | ({ type: 'ready' } & Ready)
  | { type: 'failed'; line: string }
  | { type: 'metrics' }
  | { type: 'listen' };
