/** Thrown where there is no PostgreSQL for the platform. */
export class NoBinariesError extends Error {
  override name = 'NoBinariesError';
}

/** Thrown when the folder cannot be used. */
export class FolderError extends Error {
  override name = 'FolderError';
}

/** Thrown when a service holds the cluster that another one wants. */
export class HeldError extends Error {
  override name = 'HeldError';
  /** The process of the service that holds it. */
  readonly pid: string;

  constructor(folder: string, pid: string) {
    super(`another service uses ${folder} (process ${pid})`);
    this.pid = pid;
  }
}
