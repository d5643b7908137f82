import { expect, it } from 'vitest';
import { useService } from '../support/service/service.ts';

const service = useService();

it.each(['/', '/healthz', '/api/v1/deliveries', '/graphql', '/settings'])(
  'requires TLS of this host, but not of its subdomains, at %s',
  async (path) => {
    const { headers } = await fetch(`${service.url}${path}`);
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  },
);
