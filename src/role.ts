/** What a process does: serve requests, run jobs, or both. */
export type Role = 'all' | 'api' | 'worker';
