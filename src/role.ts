/** The role of a process: serve requests, run jobs, or both. */
export type Role = 'all' | 'api' | 'worker';
