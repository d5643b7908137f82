import { list, members, nested, post, repeat, SIZE, TARGET_SIZE } from './heavy.ts';
import type { WireRequest } from '../http/wire.ts';

/** REST requests of the maximum size, designed to block the event loop. */
export const HEAVY_REQUESTS: Record<string, WireRequest> = {
  ...post('/api/v1/deliveries', {
    'products that are numbers': `{"products":${list('1')}}`,
    'products without members': `{"products":${list('{}')}}`,
    'products of unknown members': `{"products":${list('{"a":1}')}}`,
    '500 products of unknown members': `{"products":[${Array.from({ length: 500 }, () => `{${members(50)}}`).join(',')}]}`,
    'one product many times': `{"products":${list('{"product_id":1,"quantity":1}')}}`,
    'unknown members': `{${members(20_000)}}`,
    'unknown members with long names': `{"${repeat('x')}":1}`,
    'notes of 250 KB': `{"notes":"${repeat('x')}"}`,
    'arrays in arrays': nested('[', ']'),
    'members in members': `{"products":${nested('{"a":', '}', '1')}}`,
  }),
  ...post('/api/v1/supermarkets', {
    'branches that are numbers': `{"branches":${list('1')}}`,
    '200 branches with every fault': `{"branches":[${Array.from({ length: 200 }, () => `{"name":1,"address":"","delivery_window":"${'x'.repeat(1_000)}","a":1}`).join(',')}]}`,
    'an e-mail of 250 KB': `{"contact_email":"${repeat('a.')}"}`,
    'an e-mail of dots': `{"contact_email":"a@${repeat('a.')}!"}`,
    'an e-mail of letters': `{"contact_email":"${repeat('a')}"}`,
    'blanks for a name': `{"name":"${repeat(' ')}x"}`,
    'emoji for a name': `{"name":"${repeat('😀', SIZE / 2)}"}`,
  }),
  ...post('/api/v1/products', {
    'a price of 250,000 digits': `{"price":${repeat('9')}}`,
    'a price of 250,000 decimals': `{"price":1.${repeat('9')}}`,
  }),
  ...post('/api/v1/webhooks', {
    'events that are numbers': `{"events":${list('1')}}`,
    'events that do not exist': `{"events":${list('"x"')}}`,
    'one event many times': `{"events":${list('"product.created"')}}`,
    'an address of 250 KB': `{"url":"https://${repeat('a.')}"}`,
    'an address of blanks': `{"url":"${repeat(' a')}"}`,
  }),
  'GET /deliveries: thousands of parameters': {
    method: 'GET',
    target: `/api/v1/deliveries?${repeat('a&', TARGET_SIZE)}`,
  },
  'GET /deliveries: thousands of parameters of other names': {
    method: 'GET',
    target: `/api/v1/deliveries?${Array.from({ length: 3_500 }, (_, i) => i.toString(36)).join('&')}`,
  },
  'GET /products: a search of 15 KB': {
    method: 'GET',
    target: `/api/v1/products?search=${repeat('%25', TARGET_SIZE)}`,
  },
};
