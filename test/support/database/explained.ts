import { beforeAll } from 'vitest';
import { explainAll } from './explain-all.ts';
import type { TestService } from '../service/service.ts';

/** Collects the plans of the statements that the service's connections execute. */
export function useExplained(service: TestService): string[] {
  const explained: string[] = [];
  beforeAll(() =>
    explainAll(service.testDatabase.url, service.database.pool, (plan) => explained.push(plan)),
  );
  return explained;
}
