/** The role of a process: serve requests, run jobs, or both. */
export type ProcessRole = 'all' | 'api' | 'worker';
