import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FairQueue, ShareError } from '@provender/fair-pool/fair-queue';
import { closedReasons } from '../../../../src/schema/catalogue/closed-day/closed-dates.ts';
import {
  holidaysAround,
  publicHolidays,
} from '../../../../src/schema/catalogue/closed-day/public-holidays.ts';
import { excessOf, slowness } from '../../../support/process/watch-work.ts';
import { createSupermarket, inDays } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
const THIS_YEAR = new Date().getUTCFullYear();

/** Returns a function that counts the processes for holidays that were started since. */
function watchProcesses(): () => number {
  const started: ChildProcess[] = [];
  const note = (message: unknown) => void started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  onTestFinished(() => void unsubscribe('child_process', note));
  return () => started.filter(({ spawnargs }) => spawnargs.at(-1)?.includes('holidays-process')).length;
}

async function inBulgaria(year: number): Promise<[date: string, name: string][]> {
  return [...(await publicHolidays('BG', `${year}-01-01`, `${year}-12-31`))];
}

describe('public holidays', () => {
  it('of a place are computed once for all who ask, in a process of their own', async () => {
    const processes = watchProcesses();
    const days = Array.from({ length: 100 }, (_, at) => `${THIS_YEAR + (at % 2)}-05-${10 + (at % 20)}`);
    const found = await Promise.all(days.map((day) => publicHolidays('NZ', `${THIS_YEAR}-01-01`, day)));
    expect(found.every((holidays) => holidays.size > 3)).toBe(true);
    await publicHolidays('NZ', `${THIS_YEAR}-01-01`, `${THIS_YEAR + 1}-12-31`);
    expect(processes()).toBe(1);
  });

  it('of the rows of a page are those of the days of each', async () => {
    const account = await createAccount(service);
    const [{ id: branch }] = (await createSupermarket(account)).branches as [{ id: number }];
    await service.database.prisma.account.update({
      where: { id: account.id },
      data: { publicHolidays: 'ES-MD' },
    });
    const processes = watchProcesses();
    const branchId = BigInt(branch);
    const dates = Array.from({ length: 100 }, (_, at) => `${THIS_YEAR - (at % 4)}-12-${24 + (at % 3)}`);
    const reasons = await closedReasons(
      service.database.prisma,
      account.id,
      dates.map((date) => ({ branchId, date })),
    );
    expect(reasons.filter((reason) => reason !== null).length).toBeGreaterThan(20);
    for (const [at, date] of dates.entries())
      expect([date, reasons[at] ?? null]).toEqual([
        date,
        (await publicHolidays('ES-MD', date, date)).get(date) ?? null,
      ]);
    expect(processes()).toBe(1);
  });

  it('of Bulgaria have the days of its law that the library lacks', async () => {
    const days = new Map(await inBulgaria(2026));
    expect([...days.keys()].sort()).toEqual([
      '2026-01-01',
      '2026-03-03',
      '2026-04-10',
      '2026-04-11',
      '2026-04-12',
      '2026-04-13',
      '2026-05-01',
      '2026-05-06',
      '2026-05-24',
      '2026-05-25',
      '2026-09-06',
      '2026-09-07',
      '2026-09-22',
      '2026-12-24',
      '2026-12-25',
      '2026-12-26',
      '2026-12-28',
    ]);
    expect([days.get('2026-04-11'), days.get('2026-12-26')]).toEqual(['Велика събота', '2-ри ден на Коледа']);
    expect(days.get('2026-09-07')).toBe('Ден на съединението (почивен ден)');
    // 1 May is a Saturday, and the Monday after is that of Easter.
    const of2027 = (await inBulgaria(2027)).map(([date]) => date);
    expect(of2027.filter((date) => date >= '2027-04-30' && date <= '2027-05-06').sort()).toEqual([
      '2027-04-30',
      '2027-05-01',
      '2027-05-02',
      '2027-05-03',
      '2027-05-04',
      '2027-05-06',
    ]);
    // Christmas 2033 is on Saturday to Monday.
    expect(
      (await inBulgaria(2033))
        .map(([date]) => date)
        .filter((date) => date > '2033-12-23')
        .sort(),
    ).toEqual(['2033-12-24', '2033-12-25', '2033-12-26', '2033-12-27', '2033-12-28']);
  });

  it('do not hold the event loop', async () => {
    // Each try has a place of its own: they are kept.
    const codes = ['VN', 'KR', 'HK'].values();
    const compute = () =>
      publicHolidays(codes.next().value!, `${THIS_YEAR - 9}-01-01`, `${THIS_YEAR + 9}-12-31`);
    expect(await excessOf(compute, slowness())).toBeUndefined();
  });

  it('that cannot be computed in time are refused, not left out, and computed by the next request', async () => {
    const entered = vi.spyOn(FairQueue.prototype, 'enter').mockRejectedValue(new ShareError('busy'));
    onTestFinished(() => entered.mockRestore());
    const refused = holidaysAround('PL', [inDays(1)]);
    await expect(refused).rejects.toMatchObject({
      code: 'service_unavailable',
      extensions: { problem: 'holidays_busy', retryAfter: 8 },
    });
    entered.mockRestore();
    expect((await publicHolidays('PL', `${THIS_YEAR}-12-25`, `${THIS_YEAR}-12-25`)).size).toBe(1);
  });
});
