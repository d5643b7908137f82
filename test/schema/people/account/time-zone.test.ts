import { expect, it } from 'vitest';
import { rangeOf } from '../../../../src/schema/insight/analytics/range.ts';
import { createAccount } from '../../../support/service/account.ts';
import { contextFor } from '../../../support/service/context.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { createProduct, createSupermarket } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

/** Time zones: at any time, at least one of the last two has another day than UTC. */
const ZONES = ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12'];

function dayIn(timeZone: string, days: number): string {
  const time = Date.now() + days * 86_400_000;
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);
}

it.each(ZONES)('a delivery is due after today in %s', async (timeZone) => {
  const account = await createAccount(service);
  await service.database.prisma.account.update({ where: { id: account.id }, data: { timeZone } });
  const market = await createSupermarket(account);
  const product = await createProduct(account);
  const create = (deliveryDate: string) =>
    account.call('POST', '/deliveries', {
      body: {
        supermarket_id: market.id,
        subchain_id: market.branches[0].id,
        products: [{ product_id: product.id, quantity: 1 }],
        delivery_date: deliveryDate,
      },
    });
  const refused = await create(dayIn(timeZone, 0));
  expectError(refused, 400, 'validation_error', 'delivery_date');
  expect(refused.json.error.message).toMatch(
    /^delivery_date must be in the future: \d{4}-\d\d-\d\d or later \(time zone [\w/+-]+\)$/,
  );
  expectData(await create(dayIn(timeZone, 1)), 201);
});

it('figures use the time zone of the account unless they name one', async () => {
  const { id } = await createAccount(service);
  const caller = {
    accountId: id,
    plan: 'free',
    timeZone: 'Europe/Berlin',
    scopes: new Set<never>(),
  } as const;
  const context = contextFor(caller, service.database.prisma);
  const days = { dateFrom: '2026-01-01', dateTo: '2026-01-02' };
  expect(await rangeOf(context, days)).toEqual({ ...days, timeZone: 'Europe/Berlin' });
  expect(await rangeOf(context, { ...days, timeZone: 'UTC' })).toMatchObject({ timeZone: 'UTC' });
});
