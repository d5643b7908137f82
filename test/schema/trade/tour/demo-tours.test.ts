import { expect, it } from 'vitest';
import { writeHistory } from '../../../../src/demo-history.ts';
import { writeTours } from '../../../../src/demo-tours.ts';
import { SCOPES } from '../../../../src/schema/core/caller/scopes.ts';
import { ask } from '../../../support/graphql/ask.ts';
import { createProduct, createSupermarket, inDays } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { contextFor } from '../../../support/service/context.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const READ = `query ($date: Date!) {
  tours(date: $date) { name driver { name } template { name } stops { stop { deliveryWindow } } }
  tourTemplates { name weekdays }
  deliveries(filter: { dateFrom: $date, dateTo: $date, inTour: false }) { nodes { id } }
}`;

it.each([1, 5])('makes two tours of what the demo delivers today to %i branches', async (count) => {
  const account = await createAccount(service);
  const branches = Array.from({ length: count }, (_, at) => ({
    name: `Branch ${at}`,
    address: 'Street',
    delivery_window: `0${9 - at}:00-12:00`,
  }));
  await createSupermarket(account, { branches });
  await createProduct(account);
  const { prisma } = service.database;
  await writeHistory(prisma, account.id);
  const caller = { accountId: account.id, plan: 'business' as const, scopes: new Set(SCOPES) };
  await prisma.$transaction((tx) => writeTours(contextFor(caller, tx), account.id));
  const { tours, tourTemplates, deliveries } = await ask(account, READ, { date: inDays(0) });
  expect(deliveries.nodes).toEqual([]);
  expect(tourTemplates).toMatchObject([{ name: 'Early', weekdays: { length: 7 } }]);
  expect(tours).toMatchObject([
    { name: 'Early', driver: { name: 'Owner' }, template: { name: 'Early' } },
    { name: 'Late', driver: null, template: null },
  ]);
  const windows = (tours as { stops: { stop: { deliveryWindow: string } }[] }[]).map(({ stops }) =>
    stops.map(({ stop }) => stop.deliveryWindow),
  );
  expect(windows.map(({ length }) => length)).toEqual([Math.ceil(count / 2), Math.floor(count / 2)]);
  expect(windows.flat()).toEqual(windows.flat().toSorted());
});
