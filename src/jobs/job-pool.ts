import { Pool, type PoolClient } from 'pg';

type Release = (error?: Error | boolean) => void;
type OnConnect = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * A pool for graphile-worker, which releases a connection twice if it is lost while the runner stops. pg
 * throws an error on the second release, and nobody catches it.
 */
export class JobPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<PoolClient> | void {
    if (!callback) return super.connect();
    super.connect((error, client, release?: Release) => callback(error, client, releaseOnce(release)));
  }
}

/** Returns a callback that releases once. A pool that has ended passes nothing to release. */
function releaseOnce(release: Release | undefined): Release {
  let isReleased = false;
  return (error) => {
    if (!isReleased) release?.(error);
    isReleased = true;
  };
}
