// Generated from openapi.json by npm run generate.

/** An example of the body of each callback. */
export const CALLBACKS = {
  'delivery.created': {
    event: 'delivery.created',
    timestamp: '2099-12-01T08:12:00.000Z',
    data: {
      delivery_id: 4711,
      supermarket_name: 'Oakfield Stores',
      subchain_name: 'Oakfield West',
      total_value: 418.8,
      delivery_date: '2099-12-01',
      created_at: '2099-12-01T08:12:00.000Z',
    },
  },
  'delivery.in_transit': {
    event: 'delivery.in_transit',
    timestamp: '2099-12-01T08:12:00.000Z',
    data: {
      delivery_id: 4711,
      supermarket_name: 'Oakfield Stores',
      subchain_name: 'Oakfield West',
      total_value: 418.8,
      in_transit_at: '2099-12-01T08:12:00.000Z',
    },
  },
  'delivery.completed': {
    event: 'delivery.completed',
    timestamp: '2099-12-01T08:12:00.000Z',
    data: {
      delivery_id: 4711,
      supermarket_name: 'Oakfield Stores',
      subchain_name: 'Oakfield West',
      total_value: 418.8,
      completed_at: '2099-12-01T08:12:00.000Z',
    },
  },
  'delivery.cancelled': {
    event: 'delivery.cancelled',
    timestamp: '2099-12-01T08:12:00.000Z',
    data: {
      delivery_id: 4711,
      supermarket_name: 'Oakfield Stores',
      subchain_name: 'Oakfield West',
      total_value: 418.8,
      cancelled_at: '2099-12-01T08:12:00.000Z',
    },
  },
  'return.created': {
    event: 'return.created',
    timestamp: '2099-12-01T08:12:00.000Z',
    data: {
      return_id: 93,
      delivery_id: 4711,
      product_id: 17,
      product_name: 'Rye Bread',
      quantity: 4,
      reason: 'damaged',
      credit_amount: 13.96,
      return_date: '2099-12-02',
      created_at: '2099-12-01T08:12:00.000Z',
    },
  },
  'product.created': {
    event: 'product.created',
    timestamp: '2099-12-01T08:12:00.000Z',
    data: {
      product_id: 17,
      sequential_id: 'P-0017',
      name: 'Rye Bread',
      weight: 0.75,
      price: 3.49,
      category: 'bakery',
      created_at: '2099-12-01T08:12:00.000Z',
    },
  },
  'product.updated': {
    event: 'product.updated',
    timestamp: '2099-12-01T08:12:00.000Z',
    data: {
      product_id: 17,
      sequential_id: 'P-0017',
      name: 'Rye Bread',
      weight: 0.75,
      price: 3.49,
      category: 'bakery',
      created_at: '2099-12-01T08:12:00.000Z',
      updated_at: '2099-12-01T08:12:00.000Z',
      changed: ['price'],
    },
  },
};
