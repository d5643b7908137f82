import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { type Acting, currentActing } from './acting.ts';
import { FairLine } from './fair-line.ts';

/**
 * Of the connections, what one subject may hold at a time, what it may hold while others are active
 * too, and what is kept for the service itself. Each connection of a share is a statement that the
 * others' compete with in the database, and a result that they wait for in the event loop.
 */
const SHARE = 0.5;
const CROWDED_SHARE = 0.15;
const RESERVE = 0.2;
/** Heavy statements at a time, of one subject and of all. */
const HEAVY = { share: 2, total: 4 };
const MAX_WAITING = 1_000;
/** Shorter than a statement or an operation may take, so that the wait ends as what it is. */
const MAX_WAIT_MS = 8_000;

type Release = (error?: Error | boolean) => void;
type OnConnect = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * A pool whose connections are shared fairly: a subject holds a part of them at most, the rest of its
 * statements wait in its own line. What the service does for itself waits for nobody.
 */
export class FairPool extends Pool {
  readonly lines: { connections: FairLine; heavy: FairLine };
  readonly #holders = new WeakMap<PoolClient, Acting>();

  constructor(config: PoolConfig & { max: number }) {
    super(config);
    const wait = { maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS };
    const share = Math.ceil(config.max * SHARE);
    // More than its heavy statements take, or they would hold up the others of the same subject.
    const crowdedShare = Math.min(share, Math.max(Math.ceil(config.max * CROWDED_SHARE), HEAVY.share + 1));
    const total = config.max - Math.floor(config.max * RESERVE);
    this.lines = {
      connections: new FairLine({ name: 'connections', share, crowdedShare, total, ...wait }),
      heavy: new FairLine({ name: 'heavy_statements', ...HEAVY, ...wait }),
    };
    this.on('release', (_error, client) => {
      const holder = this.#holders.get(client);
      this.#holders.delete(client);
      if (holder) this.#leave(holder);
    });
  }

  /** Takes a connection, for whom the code acts. @throws ShareError */
  override connect(): Promise<PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<PoolClient> | void {
    if (!callback) {
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (error ? reject(error) : resolve(client!))),
      );
    }
    const acting = currentActing();
    if (!acting) return super.connect(callback);
    const turn = this.#enter(acting);
    if (!turn) return this.#connectFor(acting, callback);
    void this.#connectAfter(turn, acting, callback);
  }

  async #connectAfter(turn: Promise<void>, acting: Acting, callback: OnConnect): Promise<void> {
    const refusal = await turn.then(
      () => undefined,
      (error: Error) => error,
    );
    if (refusal) callback(refusal, undefined, () => {});
    else this.#connectFor(acting, callback);
  }

  #connectFor(acting: Acting, callback: OnConnect): void {
    super.connect((error, client, release) => {
      if (client) this.#holders.set(client, acting);
      else this.#leave(acting);
      callback(error, client, release);
    });
  }

  #enter({ subject, isHeavy }: Acting): Promise<void> | undefined {
    const { connections, heavy } = this.lines;
    if (!isHeavy) return connections.enter(subject);
    return (heavy.enter(subject) ?? Promise.resolve()).then(() =>
      connections.enter(subject)?.catch((error: unknown) => {
        heavy.leave(subject);
        throw error;
      }),
    );
  }

  #leave({ subject, isHeavy }: Acting): void {
    this.lines.connections.leave(subject);
    if (isHeavy) this.lines.heavy.leave(subject);
  }
}
