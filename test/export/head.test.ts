import { expect, it } from 'vitest';
import { statementsOf } from '../support/database/statements.ts';
import { addLongDeliveries, headersOf, quiet } from '../support/http/download.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';

const service = useService();

it('reads one page for HEAD', async () => {
  const account = await createSignedIn(service);
  await addLongDeliveries(account, 1_000);
  const statements = await statementsOf(service.testDatabase.name, async () => {
    const response = await fetch(`${service.url}/export/deliveries.csv`, {
      method: 'HEAD',
      headers: headersOf(account),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    await quiet(service);
  });
  expect(statements.filter((each) => each.includes('deliveries'))).toHaveLength(1);
});
