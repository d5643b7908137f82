import { runForService } from '../../../database/current-work.ts';

/** Much later than the response, however long the database takes. */
const LATER_MS = 250;

/**
 * Does work after the response, so that its time does not say whether there was any. Work that has not begun
 * is lost when the process stops. It must not throw.
 */
export function afterResponse(work: () => Promise<void>): void {
  setTimeout(() => void runForService(work), LATER_MS).unref();
}
