import { afterAll, beforeAll } from 'vitest';
import { type Directory, openDirectory } from '../../../src/schema/people/cell/directory.ts';
import { createDatabase } from '../database/database.ts';
import { startTestService, type TestService, type TestServiceOptions } from './service.ts';

/** A service that is one of several cells. */
export interface TestCell extends TestService {
  name: string;
  /** The directory, opened as this cell. */
  directory: Directory;
  /** The environment of its processes. */
  environment: Record<string, string>;
}

/** Runs two cells, `a1` and `b2`, with a directory. Their fields are there once the tests run. */
export function useCells(options: TestServiceOptions = {}): [TestCell, TestCell] {
  const cells = [{ name: 'a1' }, { name: 'b2' }] as [TestCell, TestCell];
  const closings: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const shared = await createDatabase('template0');
    closings.push(shared.drop);
    for (const cell of cells) {
      const testDatabase = await createDatabase();
      closings.push(testDatabase.drop);
      const service = await startTestService(testDatabase, {
        ...options,
        cell: { name: cell.name, directoryUrl: shared.url },
      });
      closings.push(service.stop);
      const directory = openDirectory({ CELL: cell.name, DIRECTORY_URL: shared.url })!;
      closings.push(directory.close);
      const environment = { CELL: cell.name, DIRECTORY_URL: shared.url, DATABASE_URL: testDatabase.url };
      Object.assign(cell, service, { directory, environment });
    }
  });
  afterAll(async () => {
    for (let close = closings.pop(); close; close = closings.pop()) await close();
  });
  return cells;
}
