import type { Fields } from '../schema/core/noun/fields.ts';
import { DELIVERY_FIELDS } from '../schema/trade/delivery/fields.ts';
import { listOf } from '../schema/core/noun/list-of.ts';
import { PRODUCT_FIELDS } from '../schema/catalogue/product/fields.ts';
import { REQUEST_FIELDS } from '../schema/insight/request/fields.ts';
import { RETURN_FIELDS } from '../schema/trade/return/fields.ts';
import { SUPERMARKET_FIELDS } from '../schema/catalogue/supermarket/fields.ts';
import {
  ATTEMPT_FIELDS,
  MESSAGE_ATTEMPTS,
  MESSAGE_FIELDS,
  WEBHOOK_FIELDS,
} from '../schema/exchange/webhook/fields.ts';
import { toolRecordOf } from './shown.ts';

/**
 * The records that tools show. Operations select them by the generated fragments `ToolDelivery` and so on.
 */

const { products: _products, ...WITHOUT_LINES } = DELIVERY_FIELDS;
// Responses of endpoints are long and untrusted. The data of a message needs the scope of its record.
const { responseExcerpt: _excerpt, ...ATTEMPT } = ATTEMPT_FIELDS;
const { data: _data, ...MESSAGE } = MESSAGE_FIELDS;
const MESSAGE_WITH_ATTEMPTS: Fields = {
  ...MESSAGE,
  attempts: { ...MESSAGE.attempts, kind: listOf(ATTEMPT, MESSAGE_ATTEMPTS) },
};

export const TOOL_RECORDS = {
  Delivery: toolRecordOf('Delivery', DELIVERY_FIELDS, ['notes']),
  DeliveryWithoutLines: toolRecordOf('Delivery', WITHOUT_LINES, ['notes']),
  Return: toolRecordOf('Return', RETURN_FIELDS, ['reason', 'description']),
  Product: toolRecordOf('Product', PRODUCT_FIELDS),
  Supermarket: toolRecordOf('Supermarket', SUPERMARKET_FIELDS),
  Webhook: toolRecordOf('Webhook', WEBHOOK_FIELDS, ['description']),
  WebhookMessage: toolRecordOf('WebhookMessage', MESSAGE_WITH_ATTEMPTS),
  // The sender of the request chose these texts.
  Request: toolRecordOf('Request', REQUEST_FIELDS, [
    'path',
    'query',
    'operation',
    'message',
    'body',
    'person_name',
    'user_agent',
  ]),
};
