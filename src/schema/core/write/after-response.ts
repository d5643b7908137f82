import { runForService } from '../../../database/current-work.ts';

/** The delay of the work, far beyond the response however slow the database is. */
const LATER_MS = 250;

/**
 * Runs work after the response, so that the response time does not reveal whether there was any. Work that
 * has not begun is lost when the process stops. It must not throw.
 */
export function afterResponse(work: () => Promise<void>): void {
  setTimeout(() => void runForService(work), LATER_MS).unref();
}
