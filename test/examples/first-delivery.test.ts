import { expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { useHost } from '../support/process/host.ts';
import { useService } from '../support/service/service.ts';

const host = useHost();
const service = useService();

it('the example creates a delivery and moves it, as its README says', async () => {
  const { key, call } = await createAccount(service);
  const env = { API_KEY: key, BASE_URL: `${service.url}/api/v1` };
  const { code, stdout } = await host
    .launch('npm', env, { args: ['run', '-s', 'example:first-delivery'] })
    .ended();
  expect(code).toBe(0);
  const { data } = (await call('GET', '/deliveries')).json;
  expect(data).toMatchObject([{ supermarket_name: 'Oakfield Stores', status: 'in_transit' }]);
  expect(stdout).toContain(data[0].delivery_date);
});

it.each(['first-delivery', 'nightly-sync', 'webhook-receiver'])(
  'the example %s prints in one line what to set',
  async (name) => {
    const { code, stderr } = await host.launch('npm', {}, { args: ['run', '-s', `example:${name}`] }).ended();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Set [A-Z_]+ to .+\.\n$/m);
    expect(stderr).not.toContain('    at ');
  },
);
