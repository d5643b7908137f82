import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { FairQueue } from './fair-queue.ts';

/** The subject that a connection is requested for. */
export interface PoolWork {
  subject: string;
  /** Whether its statements take long, so that only a few may run at a time. */
  isHeavy: boolean;
}

/** How connections are shared. */
export interface Shares {
  /**
   * The fraction of the connections that one subject can use at a time, alone and while others are active.
   */
  alone: number;
  crowded: number;
  /** The fraction that is reserved for work without a subject. */
  reserved: number;
  /** Connections for heavy statements at a time, per subject and in total. */
  heavy: { share: number; total: number };
  /** The maximum length of one subject's queue, and of the wait. */
  maxWaiting: number;
  maxWaitMs: number;
}

export interface FairPoolConfig extends PoolConfig {
  max: number;
  shares: Shares;
  /** Returns the subject of the running code; undefined for work without a subject, which never queues. */
  currentWork: () => PoolWork | undefined;
}

type Release = (error?: Error | boolean) => void;
type OnConnect = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * A pool that shares connections fairly: each subject uses at most its share, and further statements wait in
 * the subject's own queue. Work without a subject is not limited.
 */
export class FairPool extends Pool {
  readonly queues: { connections: FairQueue; heavy: FairQueue };
  readonly #currentWork: () => PoolWork | undefined;
  readonly #holders = new WeakMap<PoolClient, PoolWork>();

  constructor({ shares, currentWork, ...config }: FairPoolConfig) {
    super(config);
    this.#currentWork = currentWork;
    const { max } = config;
    const { alone, crowded, reserved, heavy, ...wait } = shares;
    const share = Math.ceil(max * alone);
    // More than for heavy statements, which would otherwise block the subject's other statements.
    const crowdedShare = Math.min(share, Math.max(Math.ceil(max * crowded), heavy.share + 1));
    const total = max - Math.floor(max * reserved);
    this.queues = {
      connections: new FairQueue({ name: 'connections', share, crowdedShare, total, ...wait }),
      heavy: new FairQueue({ name: 'heavy_statements', ...heavy, ...wait }),
    };
    this.on('release', (_error, client) => {
      const holder = this.#holders.get(client);
      this.#holders.delete(client);
      if (holder) this.#leave(holder);
    });
  }

  /**
   * Takes a connection for the subject of the running code.
   *
   * @throws ShareError
   */
  override connect(): Promise<PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<PoolClient> | void {
    if (!callback) {
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (error ? reject(error) : resolve(client!))),
      );
    }
    const currentWork = this.#currentWork();
    if (!currentWork) return super.connect(callback);
    const wait = this.#enter(currentWork);
    if (!wait) return this.#connectFor(currentWork, callback);
    void this.#connectAfter(wait, currentWork, callback);
  }

  async #connectAfter(wait: Promise<void>, work: PoolWork, callback: OnConnect): Promise<void> {
    const refusal = await wait.then(
      () => undefined,
      (error: Error) => error,
    );
    if (refusal) callback(refusal, undefined, () => {});
    else this.#connectFor(work, callback);
  }

  #connectFor(work: PoolWork, callback: OnConnect): void {
    super.connect((error, client, release) => {
      if (client) this.#holders.set(client, work);
      else this.#leave(work);
      callback(error, client, release);
    });
  }

  #enter({ subject, isHeavy }: PoolWork): Promise<void> | undefined {
    const { connections, heavy } = this.queues;
    if (!isHeavy) return connections.enter(subject);
    return (heavy.enter(subject) ?? Promise.resolve()).then(() =>
      connections.enter(subject)?.catch((error: unknown) => {
        heavy.leave(subject);
        throw error;
      }),
    );
  }

  #leave({ subject, isHeavy }: PoolWork): void {
    this.queues.connections.leave(subject);
    if (isHeavy) this.queues.heavy.leave(subject);
  }
}
