import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type {
  ConfirmStopMutationVariables,
  OrderedTourFragment,
  StopFactsFragment,
  StopPageQuery,
} from '../../generated/operations.ts';
import type { CurrentSessionQuery } from '../../generated/session-operations.ts';

/** A change of a stop that was made on this phone. */
export type StopChange =
  | { kind: 'dispatch' | 'complete' }
  | {
      kind: 'receipt';
      input: Omit<ConfirmStopMutationVariables['input'], 'at' | 'photos'>;
      /** The ids of the receipt's photos in this store. */
      photos: readonly string[];
      /** The input of the form, to be changed when the receipt is refused. */
      draft: Readonly<Record<string, string>>;
    };

/** A change that waits to be sent, or was just sent. */
export interface Waiting {
  /** The `Idempotency-Key` of the change. */
  key: string;
  personId: string;
  stopId: string;
  /** When the change was made, by the clock of this phone. */
  at: number;
  /** The place of the change, which grows with each change; older versions of the page kept none. */
  order?: number;
  /** How much the service's clock was ahead of that of this phone when it was made, if that is known. */
  skewMs?: number;
  change: StopChange;
  /** The body of the change's request, which stays the same from the first try. */
  body?: string;
  /** The service's error, if it refused the change. */
  refusal?: Refusal;
  /** When the change was sent. It is kept until what the page shows was read after that. */
  sentAt?: number;
}

/** An error of the service. */
export interface Refusal {
  code?: string;
  message: string;
  field?: string | null;
  details?: { field: string | null; message: string }[];
}

interface Photo {
  id: string;
  personId: string;
  addedAt: number;
  content: Blob;
  /** The number of the photo at the service, once it was uploaded. */
  uploadedId?: string;
}

/** The changes of a driver's tours of a day since this phone first read them. */
export interface DayNews {
  /** The ids of the stops that came in; empty once the driver has confirmed the notice. */
  added: string[];
  /** The stops that left, whose receipts are still accepted for some time. */
  gone: GoneStop[];
}

interface GoneStop {
  stop: StopFactsFragment;
  /** Whether the driver has confirmed the notice that it left. */
  isRead: boolean;
}

/** The stops of a day, as they were read. */
export interface Day {
  personId: string;
  date: string;
  readAt: number;
  stops: StopFactsFragment[];
  /** The types of crates; undefined where an older version of the page kept the day. */
  crateTypes?: StopPageQuery['containerTypes'];
  /** The tours of the day; older versions of the page kept none. */
  tours?: OrderedTourFragment[];
  /** The changes of the driver's tours; undefined where nothing is anybody's. */
  news?: DayNews | undefined;
}

interface KeptSession {
  personId: string;
  readAt: number;
  /**
   * How much the service's clock was ahead of that of this phone then; not kept by older versions of the
   * page.
   */
  skewMs?: number;
  data: CurrentSessionQuery;
}

interface Schema extends DBSchema {
  waiting: { key: string; value: Waiting };
  photos: { key: string; value: Photo };
  days: { key: [personId: string, date: string]; value: Day };
  /** The session of the person who is signed in; at most one row. */
  sessions: { key: string; value: KeptSession };
}

export type Store = IDBPDatabase<Schema>;

/** Returns changes in the order in which they were made: the clock may have been set back meanwhile. */
export function inOrder(changes: readonly Waiting[]): Waiting[] {
  return changes.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0) || one.at - other.at);
}

let opened: Promise<Store> | undefined;

/** Opens what this phone stores, which pages and the service worker share. */
export function openStore(): Promise<Store> {
  opened ??= openDB<Schema>('provender', 1, {
    upgrade(store) {
      store.createObjectStore('waiting', { keyPath: 'key' });
      store.createObjectStore('photos', { keyPath: 'id' });
      store.createObjectStore('days', { keyPath: ['personId', 'date'] });
      store.createObjectStore('sessions', { keyPath: 'personId' });
    },
    // A newer version of the page changes the store.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated() {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}
