// Generated from openapi.json by npm run generate.

/** A delivery of products to a branch of a supermarket on one day. */
export type Delivery = {
  id: number;
  supermarket_name: string;
  /** Name of the branch */
  subchain_name: string;
  products: {
    product_id: number;
    /** The name when the delivery was created */
    name: string;
    quantity: number;
    /** In the account's currency, with at most two decimals */
    unit_price: number;
  }[];
  /** In the account's currency, with at most two decimals */
  total_value: number;
  delivery_date: string;
  status: 'pending' | 'in_transit' | 'completed' | 'cancelled';
  /** ISO 8601 in UTC, with milliseconds */
  created_at: string;
};

/** The position of the page in its list. */
export type Pagination = {
  page: number;
  per_page: number;
  /** The number of records in the list, exact up to 10,000 */
  total: number;
  total_pages: number;
  /** Whether there is a next page */
  has_more: boolean;
  /** Present when `total` is an estimate */
  total_estimated?: true;
};

/** The body of every error. */
export type Error = {
  status: 'error';
  error: {
    code:
      | 'validation_error'
      | 'invalid_json'
      | 'invalid_transition'
      | 'unauthorized'
      | 'api_key_expired'
      | 'insufficient_scope'
      | 'quota_exceeded'
      | 'not_found'
      | 'method_not_allowed'
      | 'idempotency_conflict'
      | 'precondition_failed'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable';
    /** For people; may change at any time */
    message: string;
    /** Path of the invalid input, such as `products[1].quantity` */
    field: string | null;
    /** The first errors, when there are several */
    details?: {
      code:
        | 'validation_error'
        | 'invalid_json'
        | 'invalid_transition'
        | 'unauthorized'
        | 'api_key_expired'
        | 'insufficient_scope'
        | 'quota_exceeded'
        | 'not_found'
        | 'method_not_allowed'
        | 'idempotency_conflict'
        | 'precondition_failed'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'rate_limited'
        | 'internal_error'
        | 'service_unavailable';
      /** For people; may change at any time */
      message: string;
      /** Path of the invalid input, such as `products[1].quantity` */
      field: string | null;
    }[];
  };
};

export type DeliveryInput = {
  supermarket_id: number;
  /** Id of a branch of this supermarket */
  subchain_id: number;
  /** Each product at most once */
  products: { product_id: number; quantity: number }[];
  /** Tomorrow (UTC) or later */
  delivery_date: string;
  /** Returned over GraphQL only */
  notes?: string | null;
};

export type DeliveryMove = { status: 'pending' | 'in_transit' | 'completed' | 'cancelled' };

/** Goods returned from a delivery, credited at their price in the delivery. */
export type Return = {
  id: number;
  delivery_id: number;
  product_id: number;
  /** The name in the delivery */
  product_name: string;
  quantity: number;
  reason: string;
  description: string;
  return_date: string;
  /** In the account's currency, with at most two decimals */
  credit_amount: number;
  /** ISO 8601 in UTC, with milliseconds */
  created_at: string;
};

export type ReturnInput = {
  delivery_id: number;
  /** A product in the delivery */
  product_id: number;
  quantity: number;
  /** Any text. Suggestions: `damaged`, `expired`, `wrong_item`, `quality`, `overstock`, `recalled` */
  reason: string;
  return_date: string;
  description?: string | null;
};

/** A product of the catalogue. Deliveries keep its name and price from the time they were created. */
export type Product = {
  id: number;
  /** Assigned by the service */
  sequential_id: string;
  name: string;
  /** In kilograms, with at most 3 decimals */
  weight: number;
  /** In the account's currency, with at most 2 decimals */
  price: number;
  category: string;
  /** ISO 8601 in UTC, with milliseconds */
  created_at: string;
};

export type ProductInput = {
  name: string;
  /** In kilograms, with at most 3 decimals */
  weight: number;
  /** In the account's currency, with at most 2 decimals */
  price: number;
  category: string;
};

export type ProductUpdate = {
  name?: string | null;
  weight?: number | null;
  price?: number | null;
  category?: string | null;
};

/** A supermarket in a list. */
export type SupermarketItem = {
  id: number;
  name: string;
  branches: { id: number; name: string; address: string }[];
};

/** A supermarket with its branches, delivery windows and contact. */
export type Supermarket = {
  id: number;
  name: string;
  contact_email: string;
  branches: {
    id: number;
    name: string;
    address: string;
    /** HH:MM-HH:MM, the start before the end */
    delivery_window: string | null;
  }[];
  /** ISO 8601 in UTC, with milliseconds */
  created_at: string;
};

export type SupermarketInput = {
  name: string;
  contact_email: string;
  branches?: { name: string; address: string; delivery_window?: string | null }[] | null;
};

/** A subscription to events. */
export type Webhook = {
  id: number;
  url: string;
  events: (
    | 'delivery.created'
    | 'delivery.in_transit'
    | 'delivery.completed'
    | 'delivery.cancelled'
    | 'return.created'
    | 'product.created'
    | 'product.updated'
  )[];
  description: string | null;
  status: 'active' | 'deactivated';
  consecutive_failures: number;
  /** ISO 8601 in UTC, with milliseconds */
  created_at: string;
  deactivated_at: string | null;
  deactivation_reason: string | null;
};

/** A subscription, with the secret that signs its callbacks. */
export type WebhookWithSecret = {
  id: number;
  url: string;
  events: (
    | 'delivery.created'
    | 'delivery.in_transit'
    | 'delivery.completed'
    | 'delivery.cancelled'
    | 'return.created'
    | 'product.created'
    | 'product.updated'
  )[];
  description: string | null;
  status: 'active' | 'deactivated';
  consecutive_failures: number;
  /** ISO 8601 in UTC, with milliseconds */
  created_at: string;
  deactivated_at: string | null;
  deactivation_reason: string | null;
  /** Signs the callbacks. Returned only once */
  secret: string;
};

export type WebhookInput = {
  /** An https URL on the public internet, without credentials */
  url: string;
  events: (
    | 'delivery.created'
    | 'delivery.in_transit'
    | 'delivery.completed'
    | 'delivery.cancelled'
    | 'return.created'
    | 'product.created'
    | 'product.updated'
  )[];
  description?: string | null;
};

export type WebhookUpdate = {
  url?: string | null;
  events?:
    | (
        | 'delivery.created'
        | 'delivery.in_transit'
        | 'delivery.completed'
        | 'delivery.cancelled'
        | 'return.created'
        | 'product.created'
        | 'product.updated'
      )[]
    | null;
  description?: string | null;
};

export type DeletedWebhook = { id: number; deleted: true };

/** A subscription, with its test message. */
export type TestedWebhook = {
  id: number;
  url: string;
  events: (
    | 'delivery.created'
    | 'delivery.in_transit'
    | 'delivery.completed'
    | 'delivery.cancelled'
    | 'return.created'
    | 'product.created'
    | 'product.updated'
  )[];
  description: string | null;
  status: 'active' | 'deactivated';
  consecutive_failures: number;
  /** ISO 8601 in UTC, with milliseconds */
  created_at: string;
  deactivated_at: string | null;
  deactivation_reason: string | null;
  /** The `webhook-id` of the test event, which identifies it in the message log */
  message_id: string;
};

export type RecoveredMessages = {
  /** The number of messages to send */
  count: number;
};

export type RecoverInput = { since?: string | null };

/** One event that is sent to one webhook. */
export type WebhookMessage = {
  /** The `webhook-id` of the callback, the same in all attempts */
  id: string;
  event:
    | 'delivery.created'
    | 'delivery.in_transit'
    | 'delivery.completed'
    | 'delivery.cancelled'
    | 'return.created'
    | 'product.created'
    | 'product.updated'
    | 'webhook.test';
  status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
  attempts: {
    /** ISO 8601 in UTC, with milliseconds */
    attempted_at: string;
    /** The HTTP status of the response; null without one */
    status_code: number | null;
    duration_ms: number;
    /** The class of the failure; null for a success */
    error: string | null;
    /** The first 4 KiB of the response */
    response_excerpt: string | null;
  }[];
  next_attempt_at: string | null;
  /** ISO 8601 in UTC, with milliseconds */
  created_at: string;
};

/** The input and response of each endpoint. */
export interface Endpoints {
  /** List deliveries */
  listDeliveries: {
    input: {
      query?: {
        /** With this status */
        status?: 'pending' | 'in_transit' | 'completed' | 'cancelled';
        /** Due on this day or later */
        date_from?: string;
        /** Due on this day or earlier */
        date_to?: string;
        /** To this supermarket */
        supermarket_id?: number;
        /** The number of the page */
        page?: number;
        /** The number of records per page. `page` × `per_page` must not exceed 100,000 */
        per_page?: number;
      };
    };
    answer: { data: Delivery[]; pagination: Pagination };
  };

  /** Create a delivery */
  createDelivery: { input: { body: DeliveryInput }; answer: { data: Delivery } };

  /** Read a delivery */
  getDelivery: { input: { path: { delivery_id: number } }; answer: { data: Delivery } };

  /** Change the status of a delivery */
  moveDelivery: { input: { path: { delivery_id: number }; body: DeliveryMove }; answer: { data: Delivery } };

  /** List returns */
  listReturns: {
    input: {
      query?: {
        /** With exactly this reason */
        reason?: string;
        /** From this delivery */
        delivery_id?: number;
        /** From this supermarket */
        supermarket_id?: number;
        /** Returned on this day or later */
        date_from?: string;
        /** Returned on this day or earlier */
        date_to?: string;
        /** The number of the page */
        page?: number;
        /** The number of records per page. `page` × `per_page` must not exceed 100,000 */
        per_page?: number;
      };
    };
    answer: { data: Return[]; pagination: Pagination };
  };

  /** Record a return */
  createReturn: { input: { body: ReturnInput }; answer: { data: Return } };

  /** Read a return */
  getReturn: { input: { path: { return_id: number } }; answer: { data: Return } };

  /** List products */
  listProducts: {
    input: {
      query?: {
        /** In exactly this category */
        category?: string;
        /** With this text in the name, ignoring case */
        search?: string;
        /** The number of the page */
        page?: number;
        /** The number of records per page. `page` × `per_page` must not exceed 100,000 */
        per_page?: number;
      };
    };
    answer: { data: Product[]; pagination: Pagination };
  };

  /** Add a product */
  createProduct: { input: { body: ProductInput }; answer: { data: Product } };

  /** Read a product */
  getProduct: { input: { path: { product_id: number } }; answer: { data: Product } };

  /** Change a product */
  updateProduct: { input: { path: { product_id: number }; body: ProductUpdate }; answer: { data: Product } };

  /** List supermarkets */
  listSupermarkets: {
    input: {
      query?: {
        /** The number of the page */
        page?: number;
        /** The number of records per page. `page` × `per_page` must not exceed 100,000 */
        per_page?: number;
      };
    };
    answer: { data: SupermarketItem[]; pagination?: Pagination };
  };

  /** Add a supermarket */
  createSupermarket: { input: { body: SupermarketInput }; answer: { data: Supermarket } };

  /** Read a supermarket */
  getSupermarket: { input: { path: { supermarket_id: number } }; answer: { data: Supermarket } };

  /** List webhooks */
  listWebhooks: {
    input: {
      query?: {
        /** The number of the page */
        page?: number;
        /** The number of records per page. `page` × `per_page` must not exceed 100,000 */
        per_page?: number;
      };
    };
    answer: { data: Webhook[]; pagination: Pagination };
  };

  /** Subscribe to events */
  createWebhook: { input: { body: WebhookInput }; answer: { data: WebhookWithSecret } };

  /** Read a webhook */
  getWebhook: { input: { path: { webhook_id: number } }; answer: { data: Webhook } };

  /** Change a webhook */
  updateWebhook: { input: { path: { webhook_id: number }; body: WebhookUpdate }; answer: { data: Webhook } };

  /** Delete a webhook */
  deleteWebhook: { input: { path: { webhook_id: number } }; answer: { data: DeletedWebhook } };

  /** Enable a deactivated webhook */
  enableWebhook: { input: { path: { webhook_id: number }; body?: {} }; answer: { data: Webhook } };

  /** Rotate the secret of a webhook */
  rotateWebhookSecret: {
    input: { path: { webhook_id: number }; body?: {} };
    answer: { data: WebhookWithSecret };
  };

  /** Send a test event */
  testWebhook: { input: { path: { webhook_id: number }; body?: {} }; answer: { data: TestedWebhook } };

  /** Recover missed messages */
  recoverWebhookMessages: {
    input: { path: { webhook_id: number }; body?: RecoverInput };
    answer: { data: RecoveredMessages };
  };

  /** List the messages of a webhook */
  listWebhookMessages: {
    input: {
      path: { webhook_id: number };
      query?: {
        /** The number of the page */
        page?: number;
        /** The number of records per page. `page` × `per_page` must not exceed 100,000 */
        per_page?: number;
      };
    };
    answer: { data: WebhookMessage[]; pagination: Pagination };
  };

  /** Send a message again */
  resendWebhookMessage: {
    input: { path: { webhook_id: number; delivery_id: string }; body?: {} };
    answer: { data: WebhookMessage };
  };
}

/** The method and path of each endpoint. */
export const ENDPOINTS = {
  listDeliveries: { method: 'GET', path: '/deliveries' },
  createDelivery: { method: 'POST', path: '/deliveries' },
  getDelivery: { method: 'GET', path: '/deliveries/{delivery_id}' },
  moveDelivery: { method: 'PATCH', path: '/deliveries/{delivery_id}' },
  listReturns: { method: 'GET', path: '/returns' },
  createReturn: { method: 'POST', path: '/returns' },
  getReturn: { method: 'GET', path: '/returns/{return_id}' },
  listProducts: { method: 'GET', path: '/products' },
  createProduct: { method: 'POST', path: '/products' },
  getProduct: { method: 'GET', path: '/products/{product_id}' },
  updateProduct: { method: 'PATCH', path: '/products/{product_id}' },
  listSupermarkets: { method: 'GET', path: '/supermarkets' },
  createSupermarket: { method: 'POST', path: '/supermarkets' },
  getSupermarket: { method: 'GET', path: '/supermarkets/{supermarket_id}' },
  listWebhooks: { method: 'GET', path: '/webhooks' },
  createWebhook: { method: 'POST', path: '/webhooks' },
  getWebhook: { method: 'GET', path: '/webhooks/{webhook_id}' },
  updateWebhook: { method: 'PATCH', path: '/webhooks/{webhook_id}' },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{webhook_id}' },
  enableWebhook: { method: 'POST', path: '/webhooks/{webhook_id}/enable' },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/{webhook_id}/rotate-secret' },
  testWebhook: { method: 'POST', path: '/webhooks/{webhook_id}/test' },
  recoverWebhookMessages: { method: 'POST', path: '/webhooks/{webhook_id}/recover' },
  listWebhookMessages: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries' },
  resendWebhookMessage: { method: 'POST', path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/resend' },
} as const;
