/** Thrown when there is no PostgreSQL for the platform. */
export class NoBinariesError extends Error {
  override name = 'NoBinariesError';
}

/** Thrown when the folder cannot be used. */
export class FolderError extends Error {
  override name = 'FolderError';
}

/** Thrown when the folder has no cluster, and none may be created. */
export class NoClusterError extends Error {
  override name = 'NoClusterError';

  constructor(folder: string) {
    super(`${folder} has no cluster`);
  }
}

/** Thrown when another service is using the cluster. */
export class InUseError extends Error {
  override name = 'InUseError';
  /** The process of that service. */
  readonly pid: string;

  constructor(folder: string, pid: string) {
    super(`another service uses ${folder} (process ${pid})`);
    this.pid = pid;
  }
}
