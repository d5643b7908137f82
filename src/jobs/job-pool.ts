import { Pool, type PoolClient } from 'pg';

type Release = (error?: Error | boolean) => void;
type OnConnect = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * A pool as graphile-worker needs it: a connection that is lost as it begins to listen while the
 * runner stops is let go of twice, which pg takes for a fault, and nobody catches that.
 */
export class JobPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<PoolClient> | void {
    if (!callback) return super.connect();
    super.connect((error, client, release?: Release) => callback(error, client, once(release)));
  }
}

/** A pool that has ended calls back with nothing to let go of. */
function once(release: Release | undefined): Release {
  let isReleased = false;
  return (error) => {
    if (!isReleased) release?.(error);
    isReleased = true;
  };
}
