// Generated from openapi.json by npm run generate.

/** A delivery of products to a branch of a supermarket. */
export type Delivery = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** The `id` of the supermarket. */
  supermarket_id?: number;
  /** The `id` of a branch of that supermarket. */
  subchain_id?: number;
  /** The name of the supermarket. */
  supermarket_name: string;
  /** The name of the branch. */
  subchain_name: string;
  /** The lines of the delivery, in their original order. */
  products: {
    /** The `id` of the product. */
    product_id: number;
    /** The name of the product when the delivery was created. */
    name: string;
    /** The quantity delivered. */
    quantity: number;
    /** The price of the product when the delivery was created. */
    unit_price: number;
  }[];
  /** The sum of quantity × unit price of all lines. */
  total_value: number;
  /** The day on which the delivery is due. */
  delivery_date: string;
  /** Notes about the delivery. The REST API returns them with `view=full`. */
  notes?: string | null;
  /** The supplier's own number of the delivery. */
  reference?: string | null;
  /** The customer's order number. */
  order_number?: string | null;
  /** Who transports the delivery. */
  carrier?: string | null;
  /** The current status. */
  status: 'pending' | 'in_transit' | 'completed' | 'cancelled';
  /** When the record was created. */
  created_at: string;
  /** When the delivery last changed. */
  updated_at?: string;
  /** When the delivery was dispatched; null until then. */
  in_transit_at?: string | null;
  /** When the delivery was completed; null until then. */
  completed_at?: string | null;
  /** When the delivery was cancelled; null otherwise. */
  cancelled_at?: string | null;
  /** The `id` of the version that this delivery replaces; null if it replaces none. */
  replaces_id?: number | null;
  /** The `id` of the version that replaces this delivery, which is cancelled then; null if none does. */
  replaced_by_id?: number | null;
};

/** The position of a page in its list. */
export type Pagination = {
  /** The number of this page, from 1. */
  page: number;
  /** The maximum number of records on a page. */
  per_page: number;
  /** The number of records in the list, exact up to 10,000. */
  total: number;
  /** The number of pages. */
  total_pages: number;
  /** Whether there is a next page. */
  has_more: boolean;
  /** Present if `total` is an estimate. */
  total_estimated?: true;
};

/** The body of every error response. */
export type Error = {
  /** Always `error`. */
  status: 'error';
  /** What went wrong. */
  error: {
    /** What went wrong, for programs. */
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
    /** What went wrong, for people. The text may change. */
    message: string;
    /** The path of the input at fault, such as `products[1].quantity`; null if there is none. */
    field: string | null;
    problem: Problem;
    /** The values of the problem, such as `{"max": 200}`; null if it has none. */
    values: Record<string, unknown> | null;
    /** All errors, if there are several. */
    details?: {
      /** What went wrong, for programs. */
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
      /** What went wrong, for people. The text may change. */
      message: string;
      /** The path of the input at fault, such as `products[1].quantity`; null if there is none. */
      field: string | null;
      problem: Problem;
      /** The values of the problem, such as `{"max": 200}`; null if it has none. */
      values: Record<string, unknown> | null;
    }[];
  };
};

/** What is wrong, for programs. The guide "Errors" lists all problems. */
export type Problem =
  | 'required'
  | 'required_with'
  | 'required_without'
  | 'not_with'
  | 'not_without'
  | 'not_supported'
  | 'invalid_value'
  | 'no_change'
  | 'unknown_field'
  | 'unknown_parameter'
  | 'repeated_parameter'
  | 'wrong_type'
  | 'not_an_integer'
  | 'empty'
  | 'too_short'
  | 'too_long'
  | 'too_few'
  | 'too_many'
  | 'too_many_words'
  | 'too_small'
  | 'not_above'
  | 'too_large'
  | 'too_many_decimals'
  | 'too_many_digits'
  | 'not_one_of'
  | 'invalid_characters'
  | 'invalid_format'
  | 'invalid_date'
  | 'invalid_time'
  | 'invalid_email'
  | 'invalid_calendar'
  | 'invalid_cursor'
  | 'invalid_encoding'
  | 'unknown_time_zone'
  | 'unknown_currency'
  | 'unknown_holidays'
  | 'unknown_country'
  | 'wrong_check_digit'
  | 'window_without_length'
  | 'date_out_of_range'
  | 'date_not_in_future'
  | 'not_in_future'
  | 'in_future'
  | 'range_out_of_order'
  | 'range_too_long'
  | 'repeated'
  | 'repeats_row'
  | 'page_too_deep'
  | 'invalid_url'
  | 'not_https'
  | 'url_with_credentials'
  | 'url_not_public'
  | 'reference_taken'
  | 'archived'
  | 'closed_day'
  | 'after_cut_off'
  | 'no_open_day'
  | 'day_passed'
  | 'no_possible_day'
  | 'override_not_allowed'
  | 'not_in_delivery'
  | 'lot_not_in_line'
  | 'exceeds_returnable'
  | 'exceeds_delivered'
  | 'exceeds_found'
  | 'exceeds_line'
  | 'less_than_lots'
  | 'less_than_returned'
  | 'returned_lot_missing'
  | 'lots_required'
  | 'lots_missing'
  | 'lot_withdrawn'
  | 'shelf_life_too_short'
  | 'delivery_not_returnable'
  | 'delivery_cancelled'
  | 'delivery_too_old'
  | 'too_many_photos'
  | 'not_a_logo'
  | 'logo_too_large'
  | 'logo_too_wide'
  | 'not_a_photo'
  | 'before_dispatch'
  | 'no_receipt'
  | 'no_receipt_link'
  | 'disputed_lot_gone'
  | 'drawing_too_large'
  | 'quantity_found_missing'
  | 'former_name'
  | 'named_twice'
  | 'nothing_to_trace'
  | 'too_many_stops'
  | 'too_many_products'
  | 'branch_of_order'
  | 'weekday_missing'
  | 'weekday_outside'
  | 'weekday_without_line'
  | 'no_mail_server'
  | 'no_url'
  | 'webhook_deactivated'
  | 'unknown_event'
  | 'email_taken'
  | 'link_ended'
  | 'last_owner'
  | 'is_owner'
  | 'own_person'
  | 'wrong_password'
  | 'wrong_code'
  | 'second_factor_set'
  | 'no_second_factor'
  | 'signed_in'
  | 'not_an_object'
  | 'missing_body'
  | 'invalid_http'
  | 'request_too_slow'
  | 'invalid_path'
  | 'invalid_host'
  | 'no_event_stream'
  | 'response_too_large'
  | 'too_many_rows'
  | 'invalid_message'
  | 'not_acceptable'
  | 'syntax_error'
  | 'unknown_argument'
  | 'invalid_document'
  | 'invalid_variable'
  | 'invalid_argument'
  | 'invalid_request'
  | 'nested_too_deeply'
  | 'query_too_large'
  | 'query_too_expensive'
  | 'too_many_objects'
  | 'too_many_values'
  | 'invalid_hash'
  | 'sign_in_alone'
  | 'sign_in_once'
  | 'not_idempotent'
  | 'no_secrets_key'
  | 'queries_only'
  | 'open_question'
  | 'unknown_sheet'
  | 'unknown_encoding'
  | 'no_header_row'
  | 'map_unknown_column'
  | 'map_unknown_field'
  | 'map_repeated_field'
  | 'line_breaks_lost'
  | 'file_empty'
  | 'not_a_spreadsheet'
  | 'file_compressed'
  | 'file_protected'
  | 'file_damaged'
  | 'file_too_complex'
  | 'file_sheets_hidden'
  | 'unpacked_too_large'
  | 'too_many_parts'
  | 'too_many_columns'
  | 'too_many_cells'
  | 'too_much_text'
  | 'row_in_other_encoding'
  | 'quote_not_closed'
  | 'rows_refused'
  | 'other_download'
  | 'cell_has_rows'
  | 'excess_cells'
  | 'unknown_unit'
  | 'other_unit'
  | 'other_number_shown'
  | 'other_currency'
  | 'not_price_of_one'
  | 'shortened_number'
  | 'lost_zeros'
  | 'excess_zeros'
  | 'changed_to_date'
  | 'changed_to_boolean'
  | 'ambiguous_number'
  | 'ambiguous_hours'
  | 'ambiguous_date'
  | 'unknown_weekday'
  | 'ambiguous_weekday'
  | 'ambiguous_name'
  | 'other_decimal_sign'
  | 'other_date_order'
  | 'has_time'
  | 'number_of_date'
  | 'spreadsheet_error'
  | 'formula_without_result'
  | 'lost_characters'
  | 'no_value'
  | 'differs_from_row'
  | 'unknown_name'
  | 'near_name'
  | 'unknown_number'
  | 'too_many_lines'
  | 'branch_of_other'
  | 'missing_json'
  | 'malformed_json'
  | 'not_utf8'
  | 'wrong_status'
  | 'return_reversed'
  | 'is_reversal'
  | 'dispute_settled'
  | 'already_confirmed'
  | 'disputes_open'
  | 'question_answered'
  | 'no_open_question'
  | 'withdrawal_closed'
  | 'account_not_deleted'
  | 'account_gone'
  | 'no_credentials'
  | 'malformed_key'
  | 'unknown_key'
  | 'replaced_key'
  | 'session_ended'
  | 'wrong_credentials'
  | 'second_factor_needed'
  | 'wrong_second_factor'
  | 'other_cell'
  | 'api_key_expired'
  | 'missing_scope'
  | 'session_required'
  | 'key_required'
  | 'role_forbidden'
  | 'sign_up_disabled'
  | 'host_forbidden'
  | 'origin_forbidden'
  | 'plan_limit'
  | 'too_many_secrets'
  | 'too_many_people'
  | 'too_many_invitations'
  | 'imports_per_hour'
  | 'import_storage'
  | 'idempotency_storage'
  | 'not_found'
  | 'no_route'
  | 'unknown_query'
  | 'unknown_tool'
  | 'unknown_method'
  | 'unknown_resource'
  | 'unknown_account'
  | 'account_deleted'
  | 'request_not_logged'
  | 'method_not_allowed'
  | 'key_used'
  | 'key_of_other'
  | 'key_in_use'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'headers_too_large'
  | 'not_json'
  | 'form_body'
  | 'unsupported_encoding'
  | 'requests_per_hour'
  | 'requests_per_minute'
  | 'too_many_at_once'
  | 'too_many_attempts'
  | 'too_many_streams'
  | 'too_many_links'
  | 'too_many_mails'
  | 'export_running'
  | 'import_attempts'
  | 'internal_error'
  | 'unavailable'
  | 'conflicting_writes'
  | 'timed_out'
  | 'file_not_processed'
  | 'imports_busy'
  | 'holidays_busy'
  | 'too_many_sign_ins'
  | 'stopping'
  | 'events_held_up'
  | 'mail_refused'
  | 'cell_moving';

/** What became of a row. */
export type DeliveryBatchResult = {
  /** The position of the row in the request, from 0. */
  index: number;
  /** What was done with the row. */
  outcome: 'created' | 'unchanged' | 'refused' | 'differs' | 'revised';
  /** The `id` of the record; null if the row was refused. */
  id: number | null;
  /** Why the row was refused; null otherwise. */
  error: {
    /** The error code. */
    code: string;
    /** What is wrong. */
    message: string;
    /** The path of the field in the row; null if no field is at fault. */
    field: string | null;
    problem: Problem;
    /** The values of the problem, such as `{"max": 200}`; null if it has none. */
    values: Record<string, unknown> | null;
    /** All errors of the row, if there are several; at most 1,000 in a response. */
    details?: {
      /** The error code. */
      code: string;
      /** What is wrong. */
      message: string;
      /** The path of the field in the row; null if no field is at fault. */
      field: string | null;
      problem: Problem;
      /** The values of the problem, such as `{"max": 200}`; null if it has none. */
      values: Record<string, unknown> | null;
    }[];
  } | null;
  /** The names of the fields in which the delivery differs from the row. Only with that outcome. */
  differs?: (
    | 'supermarket_id'
    | 'subchain_id'
    | 'delivery_date'
    | 'products'
    | 'notes'
    | 'order_number'
    | 'carrier'
  )[];
  /** The status of that delivery. Only with that outcome. */
  status?: 'pending' | 'in_transit' | 'completed' | 'cancelled';
};

/** Create deliveries */
export type DeliveryBatch = {
  /** The rows, at most 100. */
  deliveries: DeliveryRow[];
  /** `revise` revises a pending delivery that differs from its row. */
  on_difference?: 'revise' | null;
};

/** A new delivery. Its status is pending. */
export type DeliveryRow = {
  /** The `id` of the supermarket. */
  supermarket_id?: number | null;
  /** The reference of the supermarket, in place of its `id`, at most 100 characters. */
  supermarket_reference?: string | null;
  /** The `id` of a branch of that supermarket. */
  subchain_id?: number | null;
  /** The reference of the branch, in place of its `id`, at most 100 characters. */
  subchain_reference?: string | null;
  /** The lines (1–500), each product at most once. */
  products: {
    /** The `id` of the product. */
    product_id?: number | null;
    /** The reference of the product, in place of its `id`, at most 100 characters. */
    product_reference?: string | null;
    /** The quantity to deliver (1–1,000,000). */
    quantity: number;
    /** The lots and dates that the line consists of (at most 20). */
    lots?:
      | {
          /** The number of the lot or batch, at most 64 characters. Case-sensitive. Each lot can appear once in a line. Required without a date. */
          lot?: string | null;
          /** The best-before date. Cannot be combined with a use-by date. */
          best_before?: string | null;
          /** The use-by date. Cannot be combined with a best-before date. */
          use_by?: string | null;
          /** The quantity of this lot in the line (1–1,000,000). All lots of a line must not exceed its quantity. */
          quantity: number;
        }[]
      | null;
  }[];
  /** The day on which the delivery is due: tomorrow or later in the account's time zone (default UTC). */
  delivery_date: string;
  /** Notes about the delivery, at most 2,000 characters. Responses include them with `view=full`. */
  notes?: string | null;
  /** The supplier's own number of the delivery, at most 100 characters. It is unique among deliveries that are not cancelled. */
  reference?: string | null;
  /** The customer's order number, at most 100 characters. */
  order_number?: string | null;
  /** Who transports the delivery, at most 200 characters. */
  carrier?: string | null;
};

/** A new delivery. Its status is pending. */
export type DeliveryInput = {
  /** The `id` of the supermarket. */
  supermarket_id: number;
  /** The `id` of a branch of that supermarket. */
  subchain_id: number;
  /** The lines (1–500), each product at most once. */
  products: {
    /** The `id` of the product. */
    product_id: number;
    /** The quantity to deliver (1–1,000,000). */
    quantity: number;
    /** The lots and dates that the line consists of (at most 20). */
    lots?:
      | {
          /** The number of the lot or batch, at most 64 characters. Case-sensitive. Each lot can appear once in a line. Required without a date. */
          lot?: string | null;
          /** The best-before date. Cannot be combined with a use-by date. */
          best_before?: string | null;
          /** The use-by date. Cannot be combined with a best-before date. */
          use_by?: string | null;
          /** The quantity of this lot in the line (1–1,000,000). All lots of a line must not exceed its quantity. */
          quantity: number;
        }[]
      | null;
  }[];
  /** The day on which the delivery is due: tomorrow or later in the account's time zone (default UTC). */
  delivery_date: string;
  /** Notes about the delivery, at most 2,000 characters. Responses include them with `view=full`. */
  notes?: string | null;
  /** The supplier's own number of the delivery, at most 100 characters. It is unique among deliveries that are not cancelled. */
  reference?: string | null;
  /** The customer's order number, at most 100 characters. */
  order_number?: string | null;
  /** Who transports the delivery, at most 200 characters. */
  carrier?: string | null;
};

export type DeliveryMove = {
  /** The next status. */
  status: 'pending' | 'in_transit' | 'completed' | 'cancelled';
};

/** A product that came back from a delivery. */
export type Return = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** The `id` of the delivery. */
  delivery_id: number;
  /** The `id` of the supermarket. */
  supermarket_id?: number;
  /** The `id` of the branch. */
  subchain_id?: number;
  /** The `id` of the product. */
  product_id: number;
  /** The name of the product in the delivery. */
  product_name: string;
  /** The quantity returned; negative in a return that reverses another one. */
  quantity: number;
  /** Why the product came back, such as `damaged`. */
  reason: string;
  /** Details of the reason; empty when none were given. */
  description: string;
  /** The day on which the product came back. */
  return_date: string;
  /** Quantity × the unit price in the delivery; negative in a return that reverses another one. */
  credit_amount: number;
  /** When the record was created. */
  created_at: string;
  /** The `id` of the return that this one reverses; null if it reverses none. */
  reverses_id?: number | null;
  /** The `id` of the return that reverses this one; null if it was not reversed. */
  reversed_by_id?: number | null;
  /** When the return was recorded or, if it was reversed, reversed. */
  updated_at?: string;
};

/** A new return from a delivery that is in transit or completed. */
export type ReturnInput = {
  /** The `id` of the delivery. */
  delivery_id: number;
  /** The `id` of a product in the delivery. */
  product_id: number;
  /** The quantity returned. All returns of a line must not exceed the quantity delivered. */
  quantity: number;
  /** Any text. Suggestions: `damaged`, `expired`, `wrong_item`, `quality`, `overstock`, `recalled`. */
  reason: string;
  /** Details of the reason, at most 2,000 characters. */
  description?: string | null;
  /** The day on which the product came back. */
  return_date: string;
  /** The lot that came back: one of the line, at most 64 characters. All returns of a lot must not exceed its quantity. */
  lot?: string | null;
};

export type ReturnReversal = {
  /** Why the return is reversed; becomes the `description` of the reversal. */
  reason: string;
};

/** A product of the catalogue. */
export type Product = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** The number of the product in the account, such as P-0001. Numbers are assigned in sequence, without gaps. */
  sequential_id: string;
  /** The name. */
  name: string;
  /** The weight in kilograms. */
  weight: number;
  /** The price in the account's currency. Deliveries keep the price at the time they were created. */
  price: number;
  /** The category. */
  category: string;
  /** When the record was created. */
  created_at: string;
  /** The supplier's own number of the product. */
  reference?: string | null;
  /** The GTIN. */
  gtin?: string | null;
  /** The unit that quantities are counted in. */
  unit?: 'piece' | 'case' | 'pack' | 'box' | 'crate' | 'kilogram' | 'litre';
  /** How many units a case contains. */
  units_per_case?: number | null;
  /** The GTIN of a case. */
  case_gtin?: string | null;
  /** The brand. */
  brand?: string | null;
  /** How the product is packed. */
  packaging?: string | null;
  /** The shelf life in days. */
  shelf_life_days?: number | null;
  /** When the product last changed. */
  updated_at?: string;
  /** When the product was archived. Null while it is in use. */
  archived_at?: string | null;
};

/** What became of a row. */
export type BatchResult = {
  /** The position of the row in the request, from 0. */
  index: number;
  /** What was done with the row. */
  outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  /** The `id` of the record; null if the row was refused. */
  id: number | null;
  /** Why the row was refused; null otherwise. */
  error: {
    /** The error code. */
    code: string;
    /** What is wrong. */
    message: string;
    /** The path of the field in the row; null if no field is at fault. */
    field: string | null;
    problem: Problem;
    /** The values of the problem, such as `{"max": 200}`; null if it has none. */
    values: Record<string, unknown> | null;
    /** All errors of the row, if there are several; at most 1,000 in a response. */
    details?: {
      /** The error code. */
      code: string;
      /** What is wrong. */
      message: string;
      /** The path of the field in the row; null if no field is at fault. */
      field: string | null;
      problem: Problem;
      /** The values of the problem, such as `{"max": 200}`; null if it has none. */
      values: Record<string, unknown> | null;
    }[];
  } | null;
};

/** Create and change products */
export type ProductBatch = {
  /** The rows, at most 500. */
  products: ProductRow[];
};

/** A product to create or to change. */
export type ProductRow = {
  /** The supplier's own number of the product, at most 100 characters. The record with it is changed, or created if there is none. */
  reference: string;
  /** The name, at most 200 characters. */
  name?: string;
  /** The weight in kilograms, with at most 3 decimals. */
  weight?: number;
  /** The price in the account's currency, 0–9,999,999.99 with at most 2 decimals. */
  price?: number;
  /** The category, at most 200 characters. */
  category?: string;
  /** The GTIN: 8, 12, 13 or 14 digits with a correct check digit. */
  gtin?: string | null;
  /** The unit that quantities are counted in (default `piece`). */
  unit?: 'piece' | 'case' | 'pack' | 'box' | 'crate' | 'kilogram' | 'litre' | null;
  /** How many units a case contains (1–1,000,000). */
  units_per_case?: number | null;
  /** The GTIN of a case: 8, 12, 13 or 14 digits with a correct check digit. */
  case_gtin?: string | null;
  /** The brand, at most 200 characters. */
  brand?: string | null;
  /** How the product is packed, at most 200 characters. */
  packaging?: string | null;
  /** The shelf life in days (1–3,650). */
  shelf_life_days?: number | null;
};

/** A new product. Its number is assigned. */
export type ProductInput = {
  /** The name, at most 200 characters. */
  name: string;
  /** The weight in kilograms, with at most 3 decimals. */
  weight: number;
  /** The price in the account's currency, 0–9,999,999.99 with at most 2 decimals. */
  price: number;
  /** The category, at most 200 characters. */
  category: string;
  /** The supplier's own number of the product, at most 100 characters. It is unique in the account. */
  reference?: string | null;
  /** The GTIN: 8, 12, 13 or 14 digits with a correct check digit. */
  gtin?: string | null;
  /** The unit that quantities are counted in (default `piece`). */
  unit?: 'piece' | 'case' | 'pack' | 'box' | 'crate' | 'kilogram' | 'litre' | null;
  /** How many units a case contains (1–1,000,000). */
  units_per_case?: number | null;
  /** The GTIN of a case: 8, 12, 13 or 14 digits with a correct check digit. */
  case_gtin?: string | null;
  /** The brand, at most 200 characters. */
  brand?: string | null;
  /** How the product is packed, at most 200 characters. */
  packaging?: string | null;
  /** The shelf life in days (1–3,650). */
  shelf_life_days?: number | null;
};

/** Changes to a product. Fields that are left out stay as they are. Null clears optional fields. */
export type ProductUpdate = {
  /** The new name, at most 200 characters. */
  name?: string;
  /** The new weight in kilograms, with at most 3 decimals. */
  weight?: number;
  /** The new price in the account's currency, 0–9,999,999.99 with at most 2 decimals. Existing deliveries keep their prices. */
  price?: number;
  /** The new category, at most 200 characters. */
  category?: string;
  /** The new supplier's own number of the product, at most 100 characters. */
  reference?: string | null;
  /** The new GTIN: 8, 12, 13 or 14 digits with a correct check digit. */
  gtin?: string | null;
  /** The unit that quantities are counted in (default `piece`). */
  unit?: 'piece' | 'case' | 'pack' | 'box' | 'crate' | 'kilogram' | 'litre' | null;
  /** How many units a case contains (1–1,000,000). */
  units_per_case?: number | null;
  /** The new GTIN of a case: 8, 12, 13 or 14 digits with a correct check digit. */
  case_gtin?: string | null;
  /** The new brand, at most 200 characters. */
  brand?: string | null;
  /** How the product is packed, at most 200 characters. */
  packaging?: string | null;
  /** The new shelf life in days (1–3,650). */
  shelf_life_days?: number | null;
};

/** A supermarket in a list. */
export type SupermarketItem = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** The name. */
  name: string;
  /** The e-mail address to contact. */
  contact_email?: string;
  /** All branches, oldest first. */
  branches: {
    /** The number of the record, unique among records of its type. */
    id: number;
    /** The name. */
    name: string;
    /** The postal address. */
    address: string;
    /** The daily delivery window (HH:MM-HH:MM). An end before the start is on the next day. Null if there is none. */
    delivery_window?: string | null;
    /** The supplier's own number of the branch. */
    reference?: string | null;
    /** The GLN. */
    gln?: string | null;
    /** The telephone number. */
    phone?: string | null;
    /** The country, as an ISO 3166-1 alpha-2 code. */
    country?: string | null;
    /** When the branch was archived. Null while it is in use. */
    archived_at?: string | null;
  }[];
  /** When the record was created. */
  created_at?: string;
  /** The supplier's own number of the supermarket. */
  reference?: string | null;
  /** When the supermarket or one of its branches last changed. */
  updated_at?: string;
  /** Until when deliveries to the supermarket are ordered. Null for no cut-off. */
  cut_off?: {
    /** How many calendar days before the day of delivery orders end. */
    days_before: number;
    /** The time of that day (HH:MM) in the account's time zone. */
    time: string;
  } | null;
};

/** Create and change supermarkets */
export type SupermarketBatch = {
  /** The rows, at most 500. */
  supermarkets: SupermarketRow[];
};

/** A supermarket to create or to change, with branches. */
export type SupermarketRow = {
  /** The supplier's own number of the supermarket, at most 100 characters. The record with it is changed, or created if there is none. */
  reference: string;
  /** The name, at most 200 characters. */
  name?: string;
  /** The e-mail address to contact, at most 200 characters. */
  contact_email?: string;
  /** Until when deliveries to the supermarket are ordered. */
  cut_off?: {
    /** How many calendar days before the day of delivery orders end (0–14). */
    days_before: number;
    /** The time of that day (HH:MM) in the account's time zone. */
    time: string;
  } | null;
  /** Branches to create or to change by their references, at most 200. Branches that are left out stay. */
  branches?: {
    /** The supplier's own number of the branch, at most 100 characters. The record with it is changed, or created if there is none. */
    reference: string;
    /** The name, at most 200 characters. */
    name?: string;
    /** The postal address, at most 200 characters. */
    address?: string;
    /** The daily delivery window (HH:MM-HH:MM). */
    delivery_window?: string | null;
    /** The GLN: 13 digits with a correct check digit. */
    gln?: string | null;
    /** The telephone number, at most 50 characters. */
    phone?: string | null;
    /** The country, as an ISO 3166-1 alpha-2 code. */
    country?: string | null;
  }[];
};

/** A supermarket that receives deliveries at its branches. */
export type Supermarket = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** The name. */
  name: string;
  /** The e-mail address to contact. */
  contact_email: string;
  /** All branches, oldest first. */
  branches: {
    /** The number of the record, unique among records of its type. */
    id: number;
    /** The name. */
    name: string;
    /** The postal address. */
    address: string;
    /** The daily delivery window (HH:MM-HH:MM). An end before the start is on the next day. Null if there is none. */
    delivery_window: string | null;
    /** The supplier's own number of the branch. */
    reference?: string | null;
    /** The GLN. */
    gln?: string | null;
    /** The telephone number. */
    phone?: string | null;
    /** The country, as an ISO 3166-1 alpha-2 code. */
    country?: string | null;
    /** When the branch was archived. Null while it is in use. */
    archived_at?: string | null;
  }[];
  /** When the record was created. */
  created_at: string;
  /** The supplier's own number of the supermarket. */
  reference?: string | null;
  /** When the supermarket or one of its branches last changed. */
  updated_at?: string;
  /** Until when deliveries to the supermarket are ordered. Null for no cut-off. */
  cut_off?: {
    /** How many calendar days before the day of delivery orders end. */
    days_before: number;
    /** The time of that day (HH:MM) in the account's time zone. */
    time: string;
  } | null;
};

/** A new supermarket. */
export type SupermarketInput = {
  /** The name, at most 200 characters. */
  name: string;
  /** The e-mail address to contact, at most 200 characters. */
  contact_email: string;
  /** The branches, at most 200. */
  branches?:
    | {
        /** The name, at most 200 characters. */
        name: string;
        /** The postal address, at most 200 characters. */
        address: string;
        /** The daily delivery window (HH:MM-HH:MM). */
        delivery_window?: string | null;
        /** The supplier's own number of the branch, at most 100 characters. It is unique in the account. */
        reference?: string | null;
        /** The GLN: 13 digits with a correct check digit. */
        gln?: string | null;
        /** The telephone number, at most 50 characters. */
        phone?: string | null;
        /** The country, as an ISO 3166-1 alpha-2 code. */
        country?: string | null;
      }[]
    | null;
  /** The supplier's own number of the supermarket, at most 100 characters. It is unique in the account. */
  reference?: string | null;
  /** Until when deliveries to the supermarket are ordered. */
  cut_off?: {
    /** How many calendar days before the day of delivery orders end (0–14). */
    days_before: number;
    /** The time of that day (HH:MM) in the account's time zone. */
    time: string;
  } | null;
};

/** Changes to a supermarket. Fields that are left out stay as they are. Null clears optional fields. */
export type SupermarketUpdate = {
  /** The new name, at most 200 characters. */
  name?: string;
  /** The new e-mail address to contact, at most 200 characters. */
  contact_email?: string;
  /** The new supplier's own number of the supermarket, at most 100 characters. */
  reference?: string | null;
  /** Until when deliveries to the supermarket are ordered. */
  cut_off?: {
    /** How many calendar days before the day of delivery orders end (0–14). */
    days_before: number;
    /** The time of that day (HH:MM) in the account's time zone. */
    time: string;
  } | null;
};

/** A branch of a supermarket, to which deliveries go. */
export type Branch = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** The name. */
  name: string;
  /** The postal address. */
  address: string;
  /** The daily delivery window (HH:MM-HH:MM). An end before the start is on the next day. Null if there is none. */
  delivery_window: string | null;
  /** The supplier's own number of the branch. */
  reference?: string | null;
  /** The GLN. */
  gln?: string | null;
  /** The telephone number. */
  phone?: string | null;
  /** The country, as an ISO 3166-1 alpha-2 code. */
  country?: string | null;
  /** When the branch was archived. Null while it is in use. */
  archived_at?: string | null;
};

/** A new branch. */
export type BranchInput = {
  /** The name, at most 200 characters. */
  name: string;
  /** The postal address, at most 200 characters. */
  address: string;
  /** The daily delivery window (HH:MM-HH:MM). */
  delivery_window?: string | null;
  /** The supplier's own number of the branch, at most 100 characters. It is unique in the account. */
  reference?: string | null;
  /** The GLN: 13 digits with a correct check digit. */
  gln?: string | null;
  /** The telephone number, at most 50 characters. */
  phone?: string | null;
  /** The country, as an ISO 3166-1 alpha-2 code. */
  country?: string | null;
};

/** Changes to a branch. Fields that are left out stay as they are. Null clears optional fields. */
export type BranchUpdate = {
  /** The new name, at most 200 characters. */
  name?: string;
  /** The new postal address, at most 200 characters. */
  address?: string;
  /** The new daily delivery window (HH:MM-HH:MM). */
  delivery_window?: string | null;
  /** The new supplier's own number of the branch, at most 100 characters. */
  reference?: string | null;
  /** The new GLN: 13 digits with a correct check digit. */
  gln?: string | null;
  /** The new telephone number, at most 50 characters. */
  phone?: string | null;
  /** The new country, as an ISO 3166-1 alpha-2 code. */
  country?: string | null;
};

/** An order that repeats on days of the week. Each of its deliveries is created by itself. */
export type StandingOrder = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** The `id` of the supermarket. */
  supermarket_id: number;
  /** The `id` of a branch of that supermarket. */
  subchain_id: number;
  /** The name of the supermarket. */
  supermarket_name: string;
  /** The name of the branch. */
  subchain_name: string;
  /** What is delivered, in the original order. */
  lines: {
    /** The `id` of the product. */
    product_id: number;
    /** The name of the product now. */
    name: string;
    /** The quantity of each delivery. */
    quantity: number;
    /** The days on which the line is delivered; null for all days of the order. */
    weekdays: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null;
  }[];
  /** The days of the week on which it is delivered. */
  weekdays: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
  /** Every how many weeks it is delivered, counted from the week of `starts_on`. */
  every_weeks: number;
  /** The first possible day, whose week is the first one. Weeks begin on Monday. */
  starts_on: string;
  /** The last possible day; null for no end. */
  ends_on: string | null;
  /** How many days before the day of delivery each delivery is created. */
  lead_days: number;
  /** The time of day at which deliveries are created, in the account's time zone. */
  generate_at: string;
  /** The first paused day; null without a pause. */
  paused_from: string | null;
  /** The last paused day; null until further notice. */
  paused_until: string | null;
  /** What happens to a date on a closed day. */
  shift: 'skip' | 'previous' | 'next';
  /** Notes, which each delivery copies. */
  notes: string | null;
  /** The supplier's own number of the standing order. */
  reference: string | null;
  /** The customer's order number, which each delivery copies. */
  order_number: string | null;
  /** The status today, in the account's time zone. */
  status: 'active' | 'paused' | 'ended';
  next_date: string | null;
  /** When the record was created. */
  created_at: string;
};

/** A new standing order. Its first occurrence is after today. */
export type StandingOrderInput = {
  /** The `id` of the supermarket. */
  supermarket_id: number;
  /** The `id` of a branch of that supermarket. */
  subchain_id: number;
  /** What is delivered (1–500 lines), each product at most once a day. */
  lines: {
    /** The `id` of the product. */
    product_id: number;
    /** The quantity of each delivery (1–1,000,000). */
    quantity: number;
    /** The days on which the line is delivered (default: all days of the order). */
    weekdays?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null;
  }[];
  /** The days of the week on which it is delivered. */
  weekdays: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
  /** Every how many weeks it is delivered, counted from the week of `starts_on` (1–8, default 1). */
  every_weeks?: number | null;
  /** The first possible day, whose week is the first one. */
  starts_on: string;
  /** The last possible day (default: no end). */
  ends_on?: string | null;
  /** How many days before the day of delivery each delivery is created (1–14, default 2). */
  lead_days?: number | null;
  /** The time of day at which deliveries are created, in the account's time zone, HH:MM (default 06:00). */
  generate_at?: string | null;
  /** The first paused day. */
  paused_from?: string | null;
  /** The last paused day (default: until further notice). */
  paused_until?: string | null;
  /** What happens to a date on a closed day: `skip`, or move to the open day before (`previous`) or after (`next`); default `skip`. */
  shift?: 'skip' | 'previous' | 'next' | null;
  /** Notes, which each delivery copies, at most 2,000 characters. */
  notes?: string | null;
  /** The supplier's own number of the standing order, at most 100 characters. It is unique among standing orders that have not ended. */
  reference?: string | null;
  /** The customer's order number, which each delivery copies, at most 100 characters. */
  order_number?: string | null;
};

/** What to change; the rest stays, and null clears a field. Only what is planned changes, not what was created. */
export type StandingOrderUpdate = {
  /** All lines from now on (1–500), each product at most once a day. */
  lines?: {
    /** The `id` of the product. */
    product_id: number;
    /** The quantity of each delivery (1–1,000,000). */
    quantity: number;
    /** The days on which the line is delivered (default: all days of the order). */
    weekdays?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null;
  }[];
  /** The days of the week from now on. */
  weekdays?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
  /** Every how many weeks it is delivered, counted from the week of `starts_on` (1–8, default 1). */
  every_weeks?: number | null;
  /** The first possible day, whose week is the first one. */
  starts_on?: string;
  /** The last possible day; null for no end. */
  ends_on?: string | null;
  /** How many days before the day of delivery each delivery is created (1–14, default 2). */
  lead_days?: number | null;
  /** The new time of day at which deliveries are created, in the account's time zone, HH:MM (default 06:00). */
  generate_at?: string | null;
  /** The first paused day; null for no pause. */
  paused_from?: string | null;
  /** The last paused day; null for until further notice. */
  paused_until?: string | null;
  /** What happens to a date on a closed day: `skip`, or move to the open day before (`previous`) or after (`next`); default `skip`. */
  shift?: 'skip' | 'previous' | 'next' | null;
  /** Notes, which each delivery copies, at most 2,000 characters. */
  notes?: string | null;
  /** The new supplier's own number of the standing order, at most 100 characters. */
  reference?: string | null;
  /** The new customer's order number, which each delivery copies, at most 100 characters. */
  order_number?: string | null;
};

/** A date of a standing order. */
export type Occurrence = {
  /** The day by the rule of the order, before it moved from a closed day. */
  date: string;
  /** The day of delivery, which is another one if the date is on a closed day; null if nothing is delivered. */
  delivery_date: string | null;
  /** The status of the date. */
  status: 'planned' | 'created' | 'skipped' | 'failed';
  /** Why it failed or was skipped by the rule: `closed_day`, `archived`, `too_late` or `refused`; null for what was skipped by hand, and for others. */
  reason: string | null;
  delivery_id: number | null;
  /** What is delivered: the lines of the order for this day, or those of this date alone. */
  lines: {
    /** The `id` of the product. */
    product_id: number;
    /** The name of the product now. */
    name: string;
    /** The quantity to deliver. */
    quantity: number;
  }[];
};

export type RestoredOccurrences = {
  /** The number of deliveries that were created. */
  restored: number;
};

export type RestoreOccurrencesInput = {
  /** The first date. */
  date_from: string;
  /** The last date, at most 61 days after the first. */
  date_to: string;
};

/** A key with its new value. */
export type RotatedKey = {
  /** The number of the key, which rotation does not change. */
  id: number;
  /** The new value of the key. Shown only this once. */
  key: string;
  /** The name of the key. */
  name: string;
  /** The permissions of the key, such as `deliveries:read`. */
  scopes: string[];
  /** When the key expires; null if it never does. */
  expires_at: string | null;
  /** When the last of the old values expires; null if all have. */
  previous_value_expires_at: string | null;
};

export type KeyRotation = {
  /** How long the old value stays valid, in seconds (0–86400, default 0). */
  grace_seconds?: number | null;
};

/** A subscription to events, sent to a URL. Its secret is returned only when it is created or rotated. */
export type Webhook = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** Where callbacks are sent. */
  url: string;
  /** The events that the webhook is subscribed to, such as `delivery.completed`. */
  events: (
    | 'delivery.created'
    | 'delivery.in_transit'
    | 'delivery.completed'
    | 'delivery.cancelled'
    | 'return.created'
    | 'product.created'
    | 'product.updated'
  )[];
  /** What the webhook is for. */
  description: string | null;
  /** Whether callbacks are sent. */
  status: 'active' | 'deactivated';
  /** The number of callbacks in a row that failed. A success resets it to 0. */
  consecutive_failures: number;
  /** When the record was created. */
  created_at: string;
  /** When the webhook was deactivated; null while it is active. */
  deactivated_at: string | null;
  /** Why the webhook was deactivated; null while it is active. */
  deactivation_reason: string | null;
};

/** A webhook with its secret. */
export type WebhookWithSecret = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** Where callbacks are sent. */
  url: string;
  /** The events that the webhook is subscribed to, such as `delivery.completed`. */
  events: (
    | 'delivery.created'
    | 'delivery.in_transit'
    | 'delivery.completed'
    | 'delivery.cancelled'
    | 'return.created'
    | 'product.created'
    | 'product.updated'
  )[];
  /** What the webhook is for. */
  description: string | null;
  /** Whether callbacks are sent. */
  status: 'active' | 'deactivated';
  /** The number of callbacks in a row that failed. A success resets it to 0. */
  consecutive_failures: number;
  /** When the record was created. */
  created_at: string;
  /** When the webhook was deactivated; null while it is active. */
  deactivated_at: string | null;
  /** Why the webhook was deactivated; null while it is active. */
  deactivation_reason: string | null;
  /** The secret that signs callbacks. Shown only this once. */
  secret: string;
};

/** A new webhook. */
export type WebhookInput = {
  /** Where to send callbacks: an https URL with a public host. */
  url: string;
  /** The events to subscribe to. */
  events: (
    | 'delivery.created'
    | 'delivery.in_transit'
    | 'delivery.completed'
    | 'delivery.cancelled'
    | 'return.created'
    | 'product.created'
    | 'product.updated'
  )[];
  /** What the webhook is for, at most 2,000 characters. */
  description?: string | null;
};

/** Changes to a webhook. Fields that are left out or null stay as they are. */
export type WebhookUpdate = {
  /** Where to send callbacks from now on. */
  url?: string;
  /** The events to subscribe to. */
  events?: (
    | 'delivery.created'
    | 'delivery.in_transit'
    | 'delivery.completed'
    | 'delivery.cancelled'
    | 'return.created'
    | 'product.created'
    | 'product.updated'
  )[];
  /** What the webhook is for, at most 2,000 characters. */
  description?: string | null;
};

export type DeletedWebhook = {
  /** The number of the webhook. */
  id: number;
  /** Always true. */
  deleted: true;
};

/** A webhook that was enabled. */
export type EnabledWebhook = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** Where callbacks are sent. */
  url: string;
  /** The events that the webhook is subscribed to, such as `delivery.completed`. */
  events: (
    | 'delivery.created'
    | 'delivery.in_transit'
    | 'delivery.completed'
    | 'delivery.cancelled'
    | 'return.created'
    | 'product.created'
    | 'product.updated'
  )[];
  /** What the webhook is for. */
  description: string | null;
  /** Whether callbacks are sent. */
  status: 'active' | 'deactivated';
  /** The number of callbacks in a row that failed. A success resets it to 0. */
  consecutive_failures: number;
  /** When the record was created. */
  created_at: string;
  /** When the webhook was deactivated; null while it is active. */
  deactivated_at: string | null;
  /** Why the webhook was deactivated; null while it is active. */
  deactivation_reason: string | null;
  /** The number of missed messages that are sent. Only with `recover`. */
  recovered?: number;
};

export type EnableInput = {
  /** Whether to send what was missed since a day before the webhook was deactivated (default false). */
  recover?: boolean | null;
};

/** A webhook that a test event is sent to. */
export type TestedWebhook = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** Where callbacks are sent. */
  url: string;
  /** The events that the webhook is subscribed to, such as `delivery.completed`. */
  events: (
    | 'delivery.created'
    | 'delivery.in_transit'
    | 'delivery.completed'
    | 'delivery.cancelled'
    | 'return.created'
    | 'product.created'
    | 'product.updated'
  )[];
  /** What the webhook is for. */
  description: string | null;
  /** Whether callbacks are sent. */
  status: 'active' | 'deactivated';
  /** The number of callbacks in a row that failed. A success resets it to 0. */
  consecutive_failures: number;
  /** When the record was created. */
  created_at: string;
  /** When the webhook was deactivated; null while it is active. */
  deactivated_at: string | null;
  /** Why the webhook was deactivated; null while it is active. */
  deactivation_reason: string | null;
  /** The `webhook-id` of the test event, to find it in the list of messages. */
  message_id: string;
};

export type RecoveredMessages = {
  /** The number of messages that are sent again. */
  count: number;
};

export type RecoverInput = {
  /** From when on to send messages again; all stored messages by default. */
  since?: string | null;
};

/** An event that is sent to a webhook. */
export type WebhookMessage = {
  /** The `webhook-id` header, the same in all attempts. */
  id: string;
  /** The type of the event, such as `delivery.completed`. */
  event:
    | 'delivery.created'
    | 'delivery.in_transit'
    | 'delivery.completed'
    | 'delivery.cancelled'
    | 'return.created'
    | 'product.created'
    | 'product.updated'
    | 'webhook.test';
  /** Whether the message was received. */
  status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
  /** All attempts of the last 30 days, oldest first. */
  attempts: {
    /** When the attempt began. */
    attempted_at: string;
    /** The HTTP status of the response; null when there was none. */
    status_code: number | null;
    /** How long the attempt took, in milliseconds. */
    duration_ms: number;
    /** Why the attempt failed; null if it succeeded. */
    error: string | null;
    /** The first 4 KiB of the response body; null when there was none. */
    response_excerpt: string | null;
  }[];
  /** When the next attempt is due; null when there is none. */
  next_attempt_at: string | null;
  /** When the record was created. */
  created_at: string;
  /** The `data` of the callback. Needs the read scope of the resource that the event is about. */
  data?: Record<string, unknown>;
};

/** What importing a file would do. */
export type ImportPreview = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** What the file has rows of. */
  kind: 'products' | 'supermarkets' | 'deliveries' | 'standing-orders';
  /** Always `previewed`. */
  status: 'previewed';
  /** The name of the file; null if its sender gave none. */
  file_name: string | null;
  counts: ImportCounts;
  /** The columns of the file, and the fields they have. */
  columns: ImportColumn[];
  /** The columns with values that no field has. */
  ignored: string[];
  read: ImportReading;
  /** The sheets that can be read. */
  sheets: string[];
  /** What must be answered or assigned before it can be started. */
  problems: ImportProblem[];
  /** The first records as they would be written, with the names of fields in REST. */
  sample: Record<string, unknown>[];
  /** Values in which records and the file differ, at most 20: first those of deliveries that stay as they are, then the largest jumps of prices and weights. GraphQL has up to 100. */
  changes: ImportChange[];
  /** What was understood otherwise than it is written. */
  notes: string[];
  /** The first 100 reasons for which rows are refused. */
  refusals: ImportRefusal[];
  /** How many records the file has. */
  total: number;
};

/** How many records of each outcome. */
export type ImportCounts = {
  /** How many records are, or would be, created. */
  created: number;
  /** How many records are, or would be, changed. */
  updated: number;
  /** How many records stay as they are. */
  unchanged: number;
  /** How many records are refused. If there are any, nothing is imported. */
  refused: number;
  /** How many deliveries the account has already and differ from the file. They stay as they are. */
  differs?: number;
  /** How many pending deliveries are, or would be, revised, because the file differs and `on_difference` says so. */
  revised?: number;
  /** How many rows the file has besides the header. */
  rows: number;
};

/** A column of a file. */
export type ImportColumn = {
  /** The name in the header; empty if it has none. */
  column: string;
  /** The letters by which a spreadsheet names it. */
  letter: string;
  /** The field that the column has; null if it is ignored. One with two fields is listed twice. */
  field: string | null;
  /** Its first values, at most 3. */
  samples: string[];
  /** Whether it has the field because somebody gave it to a column of this name before. */
  remembered: boolean;
};

/** How a file was read. Null is what it does not have, or what made no difference. */
export type ImportReading = {
  /** The name of the sheet. */
  sheet: string | null;
  /** The row with the names of the columns. */
  header_row: number | null;
  /** The sign between cells. */
  delimiter: string | null;
  /** The encoding of the text. */
  encoding: string | null;
  /** The sign before decimals. */
  decimal: string | null;
  /** The order of dates: dmy, mdy or ymd. */
  dates: string | null;
};

/** What must be answered or assigned before a file can be imported. */
export type ImportProblem = {
  /** What is open, such as `ambiguous_number`. */
  code: string;
  /** The question, in words. */
  message: string;
  /** The option that answers it, with which the file is sent again; null for columns to assign. */
  option?: string;
  /** The possible values of the option. */
  choices?: string[];
};

/** A value that an import changes, or of a delivery one that differs and stays. */
export type ImportChange = {
  /** The number of the row in the file. */
  row: number;
  /** The reference of the record. */
  reference: string | null;
  /** The name of the field, as in REST. */
  field: string;
  /** The present value. */
  from: unknown;
  /** The value in the file. */
  to: unknown;
  /** What becomes of it. A delivery that differs stays as it is. */
  outcome: 'updated' | 'differs' | 'revised';
};

/** Why a row cannot be imported. */
export type ImportRefusal = {
  /** The number of the row in the file; the header is row 1. */
  row: number;
  /** The name of the column; null if no column is at fault. */
  column: string | null;
  /** The text of the cell. */
  value: string | null;
  /** What is wrong. */
  message: string;
  /** What is wrong, for programs. */
  problem?: Problem;
  /** The values of the problem, such as `{"max": 200}`; null if it has none. */
  values?: Record<string, unknown> | null;
};

/** A file that was sent to be imported, and what its preview found or its run did. */
export type Import = {
  /** The number of the record, unique among records of its type. */
  id: number;
  /** What the file has rows of. */
  kind: 'products' | 'supermarkets' | 'deliveries' | 'standing-orders';
  /** How far it is. Only a `previewed` one can be started. */
  status: 'previewed' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  counts: ImportCounts;
  /** How many records the run has handled so far. */
  done: number;
  /** How many records the file has. */
  total: number;
  /** The first 100 reasons for which rows are refused. */
  refusals: ImportRefusal[];
  /** Values in which records and the file differ, at most 100: first those of deliveries that stay as they are, then prices that move by more than half, and weights by more than ten times. */
  changes: ImportChange[];
  /** What must be answered or assigned before it can be started. */
  problems: ImportProblem[];
  /** Why the import failed. */
  error: string | null;
  /** When the record was created. */
  created_at: string;
  /** When it succeeded, failed or was cancelled; null before. */
  finished_at: string | null;
};

/** A stored photo. */
export type UploadedPhoto = {
  /** The number of the photo. */
  id: number;
};

/** The input and response of each endpoint, and whether the response has an ETag. */
export interface Endpoints {
  /** List deliveries */
  listDeliveries: {
    input: {
      query?: {
        /** In this status. */
        status?: 'pending' | 'in_transit' | 'completed' | 'cancelled';
        /** Due on this day or later. */
        date_from?: string;
        /** Due on this day or earlier. */
        date_to?: string;
        /** To this supermarket. */
        supermarket_id?: number;
        /** To this branch. */
        subchain_id?: number;
        /** With a receipt in this state. */
        receipt_state?: 'confirmed' | 'disputed' | 'asked' | 'settled';
        /** With this reference. */
        reference?: string;
        /** Created at this time or later. */
        created_from?: string;
        /** Created at this time or earlier. */
        created_to?: string;
        /** Created or changed at this time or later. */
        updated_since?: string;
        /** The number of the page. */
        page?: number;
        /** The number of records on a page. `page` × `per_page` must not exceed 100,000. */
        per_page?: number;
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
    };
    response: { data: Delivery[]; pagination: Pagination };
    etag: null;
  };

  /** Create a delivery */
  createDelivery: {
    input: {
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body: DeliveryInput;
    };
    response: { data: Delivery };
    etag: string;
  };

  /** Create deliveries */
  createDeliveries: { input: { body: DeliveryBatch }; response: { data: DeliveryBatchResult[] }; etag: null };

  /** Read a delivery */
  getDelivery: {
    input: {
      path: { delivery_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
    };
    response: { data: Delivery };
    etag: string;
  };

  /** Change the status of a delivery */
  moveDelivery: {
    input: {
      path: { delivery_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body: DeliveryMove;
    };
    response: { data: Delivery };
    etag: string;
  };

  /** List returns */
  listReturns: {
    input: {
      query?: {
        /** For exactly this reason. */
        reason?: string;
        /** From this delivery. */
        delivery_id?: number;
        /** From this supermarket. */
        supermarket_id?: number;
        /** From this branch. */
        subchain_id?: number;
        /** Returned on this day or later. */
        date_from?: string;
        /** Returned on this day or earlier. */
        date_to?: string;
        /** With this reference of the delivery. Needs `deliveries:read`. */
        reference?: string;
        /** Created at this time or later. */
        created_from?: string;
        /** Created at this time or earlier. */
        created_to?: string;
        /** Created or reversed at this time or later. */
        updated_since?: string;
        /** The number of the page. */
        page?: number;
        /** The number of records on a page. `page` × `per_page` must not exceed 100,000. */
        per_page?: number;
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
    };
    response: { data: Return[]; pagination: Pagination };
    etag: null;
  };

  /** Record a return */
  createReturn: {
    input: {
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body: ReturnInput;
    };
    response: { data: Return };
    etag: string;
  };

  /** Read a return */
  getReturn: {
    input: {
      path: { return_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
    };
    response: { data: Return };
    etag: string;
  };

  /** Reverse a return */
  reverseReturn: {
    input: {
      path: { return_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body: ReturnReversal;
    };
    response: { data: Return };
    etag: null;
  };

  /** List products */
  listProducts: {
    input: {
      query?: {
        /** In exactly this category. */
        category?: string;
        /** With this text in the name, or with this number, such as P-0001, ignoring case. */
        search?: string;
        /** With this reference. */
        reference?: string;
        /** Created at this time or later. */
        created_from?: string;
        /** Created at this time or earlier. */
        created_to?: string;
        /** Created or changed at this time or later. */
        updated_since?: string;
        /** The number of the page. */
        page?: number;
        /** The number of records on a page. `page` × `per_page` must not exceed 100,000. */
        per_page?: number;
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
    };
    response: { data: Product[]; pagination: Pagination };
    etag: null;
  };

  /** Add a product */
  createProduct: {
    input: {
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body: ProductInput;
    };
    response: { data: Product };
    etag: string;
  };

  /** Create and change products */
  upsertProducts: { input: { body: ProductBatch }; response: { data: BatchResult[] }; etag: null };

  /** Read a product */
  getProduct: {
    input: {
      path: { product_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
    };
    response: { data: Product };
    etag: string;
  };

  /** Change a product */
  updateProduct: {
    input: {
      path: { product_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body: ProductUpdate;
    };
    response: { data: Product };
    etag: string;
  };

  /** Archive a product */
  archiveProduct: {
    input: {
      path: { product_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body?: {};
    };
    response: { data: Product };
    etag: null;
  };

  /** Restore an archived product */
  restoreProduct: {
    input: {
      path: { product_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body?: {};
    };
    response: { data: Product };
    etag: null;
  };

  /** List supermarkets */
  listSupermarkets: {
    input: {
      query?: {
        /** With this reference. */
        reference?: string;
        /** Created at this time or later. */
        created_from?: string;
        /** Created at this time or earlier. */
        created_to?: string;
        /** Created or changed, or with a branch that was added or changed, at this time or later. */
        updated_since?: string;
        /** The number of the page. */
        page?: number;
        /** The number of records on a page. `page` × `per_page` must not exceed 100,000. */
        per_page?: number;
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
    };
    response: { data: SupermarketItem[]; pagination?: Pagination };
    etag: null;
  };

  /** Add a supermarket */
  createSupermarket: {
    input: {
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body: SupermarketInput;
    };
    response: { data: Supermarket };
    etag: string;
  };

  /** Create and change supermarkets */
  upsertSupermarkets: { input: { body: SupermarketBatch }; response: { data: BatchResult[] }; etag: null };

  /** Read a supermarket */
  getSupermarket: {
    input: {
      path: { supermarket_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
    };
    response: { data: Supermarket };
    etag: string;
  };

  /** Change a supermarket */
  updateSupermarket: {
    input: {
      path: { supermarket_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body: SupermarketUpdate;
    };
    response: { data: Supermarket };
    etag: string;
  };

  /** Add a branch */
  addBranch: {
    input: {
      path: { supermarket_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body: BranchInput;
    };
    response: { data: Branch };
    etag: null;
  };

  /** Change a branch */
  updateBranch: {
    input: {
      path: { supermarket_id: number; branch_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body: BranchUpdate;
    };
    response: { data: Branch };
    etag: null;
  };

  /** Archive all branches of a supermarket */
  archiveSupermarket: {
    input: {
      path: { supermarket_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body?: {};
    };
    response: { data: Supermarket };
    etag: null;
  };

  /** Restore all branches of a supermarket */
  restoreSupermarket: {
    input: {
      path: { supermarket_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body?: {};
    };
    response: { data: Supermarket };
    etag: null;
  };

  /** Archive a branch */
  archiveBranch: {
    input: {
      path: { supermarket_id: number; branch_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body?: {};
    };
    response: { data: Branch };
    etag: null;
  };

  /** Restore an archived branch */
  restoreBranch: {
    input: {
      path: { supermarket_id: number; branch_id: number };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body?: {};
    };
    response: { data: Branch };
    etag: null;
  };

  /** List standing orders */
  listStandingOrders: {
    input: {
      query?: {
        /** In this status today, in the account's time zone. */
        status?: 'active' | 'paused' | 'ended';
        /** For this supermarket. */
        supermarket_id?: number;
        /** With this reference. */
        reference?: string;
        /** The number of the page. */
        page?: number;
        /** The number of records on a page. `page` × `per_page` must not exceed 100,000. */
        per_page?: number;
      };
    };
    response: { data: StandingOrder[]; pagination: Pagination };
    etag: null;
  };

  /** Create a standing order */
  createStandingOrder: {
    input: { body: StandingOrderInput };
    response: { data: StandingOrder };
    etag: string;
  };

  /** Read a standing order */
  getStandingOrder: {
    input: { path: { standing_order_id: number } };
    response: { data: StandingOrder };
    etag: string;
  };

  /** Change a standing order */
  updateStandingOrder: {
    input: { path: { standing_order_id: number }; body: StandingOrderUpdate };
    response: { data: StandingOrder };
    etag: string;
  };

  /** List the dates of a standing order */
  listOccurrences: {
    input: {
      path: { standing_order_id: number };
      query?: {
        /** The first date (default: today). */
        date_from?: string;
        /** The last date, at most 61 days after the first (default: 13 days after it). */
        date_to?: string;
      };
    };
    response: { data: Occurrence[] };
    etag: null;
  };

  /** Skip a date */
  skipOccurrence: {
    input: { path: { standing_order_id: number; date: string }; body?: {} };
    response: { data: Occurrence };
    etag: null;
  };

  /** Restore a date */
  restoreOccurrence: {
    input: { path: { standing_order_id: number; date: string }; body?: {} };
    response: { data: Occurrence };
    etag: null;
  };

  /** Restore missed dates */
  restoreOccurrences: {
    input: { body: RestoreOccurrencesInput };
    response: { data: RestoredOccurrences };
    etag: null;
  };

  /** End a standing order */
  endStandingOrder: {
    input: { path: { standing_order_id: number }; body?: {} };
    response: { data: StandingOrder };
    etag: null;
  };

  /** Rotate the key that sends the request */
  rotateOwnKey: { input: { body?: KeyRotation }; response: { data: RotatedKey }; etag: null };

  /** List webhooks */
  listWebhooks: {
    input: {
      query?: {
        /** The number of the page. */
        page?: number;
        /** The number of records on a page. `page` × `per_page` must not exceed 100,000. */
        per_page?: number;
      };
    };
    response: { data: Webhook[]; pagination: Pagination };
    etag: null;
  };

  /** Subscribe to events */
  createWebhook: { input: { body: WebhookInput }; response: { data: WebhookWithSecret }; etag: null };

  /** Read a webhook */
  getWebhook: { input: { path: { webhook_id: number } }; response: { data: Webhook }; etag: string };

  /** Change a webhook */
  updateWebhook: {
    input: { path: { webhook_id: number }; body: WebhookUpdate };
    response: { data: Webhook };
    etag: string;
  };

  /** Delete a webhook */
  deleteWebhook: { input: { path: { webhook_id: number } }; response: { data: DeletedWebhook }; etag: null };

  /** Enable a deactivated webhook */
  enableWebhook: {
    input: { path: { webhook_id: number }; body?: EnableInput };
    response: { data: EnabledWebhook };
    etag: null;
  };

  /** Give a webhook a new secret */
  rotateWebhookSecret: {
    input: { path: { webhook_id: number }; body?: {} };
    response: { data: WebhookWithSecret };
    etag: null;
  };

  /** Send a test event */
  testWebhook: {
    input: { path: { webhook_id: number }; body?: {} };
    response: { data: TestedWebhook };
    etag: null;
  };

  /** Recover missed messages */
  recoverWebhookMessages: {
    input: { path: { webhook_id: number }; body?: RecoverInput };
    response: { data: RecoveredMessages };
    etag: null;
  };

  /** List the messages of a webhook */
  listWebhookMessages: {
    input: {
      path: { webhook_id: number };
      query?: {
        /** In this status. */
        status?: 'pending' | 'succeeded' | 'failed' | 'cancelled';
        /** About events of this type, such as `delivery.completed`. */
        event?:
          | 'delivery.created'
          | 'delivery.in_transit'
          | 'delivery.completed'
          | 'delivery.cancelled'
          | 'return.created'
          | 'product.created'
          | 'product.updated'
          | 'webhook.test';
        /** Created at this time or later. */
        created_from?: string;
        /** Created at this time or earlier. */
        created_to?: string;
        /** The number of the page. */
        page?: number;
        /** The number of records on a page. `page` × `per_page` must not exceed 100,000. */
        per_page?: number;
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
    };
    response: { data: WebhookMessage[]; pagination: Pagination };
    etag: null;
  };

  /** Send a message again */
  resendWebhookMessage: {
    input: {
      path: { webhook_id: number; delivery_id: string };
      query?: {
        /** `full` adds the fields that are marked as optional in the response. */
        view?: 'full';
      };
      body?: {};
    };
    response: { data: WebhookMessage };
    etag: null;
  };
}

/** The headers that a call can set. */
export interface HeaderOptions {
  /** Your id for the request, of letters, digits and `.:~+=@/_-`. It is logged and returned, so that both sides can find the request. */
  requestId?: string | undefined;

  /** A UUID that makes it safe to retry the request: for 24 hours, the same key and body get the first response, and nothing is done twice. */
  idempotencyKey?: string | undefined;

  /** The `ETag` of your copy. The response is 304 while the record is unchanged. */
  ifNoneMatch?: string | undefined;

  /** The `ETag` of your copy. The response is 412 `precondition_failed` if the record has changed since. */
  ifMatch?: string | undefined;
}

/** The address of each endpoint, and the options it supports. */
export const ENDPOINTS = {
  listDeliveries: {
    method: 'GET',
    path: '/deliveries',
    query: [
      'status',
      'date_from',
      'date_to',
      'supermarket_id',
      'subchain_id',
      'receipt_state',
      'reference',
      'created_from',
      'created_to',
      'updated_since',
      'page',
      'per_page',
      'view',
    ],
    headers: ['requestId'],
  },
  createDelivery: {
    method: 'POST',
    path: '/deliveries',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
  createDeliveries: {
    method: 'POST',
    path: '/deliveries/batch',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  getDelivery: {
    method: 'GET',
    path: '/deliveries/{delivery_id}',
    query: ['view'],
    headers: ['requestId', 'ifNoneMatch'],
  },
  moveDelivery: {
    method: 'PATCH',
    path: '/deliveries/{delivery_id}',
    query: ['view'],
    headers: ['requestId', 'ifMatch'],
  },
  listReturns: {
    method: 'GET',
    path: '/returns',
    query: [
      'reason',
      'delivery_id',
      'supermarket_id',
      'subchain_id',
      'date_from',
      'date_to',
      'reference',
      'created_from',
      'created_to',
      'updated_since',
      'page',
      'per_page',
      'view',
    ],
    headers: ['requestId'],
  },
  createReturn: {
    method: 'POST',
    path: '/returns',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
  getReturn: {
    method: 'GET',
    path: '/returns/{return_id}',
    query: ['view'],
    headers: ['requestId', 'ifNoneMatch'],
  },
  reverseReturn: {
    method: 'POST',
    path: '/returns/{return_id}/reverse',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
  listProducts: {
    method: 'GET',
    path: '/products',
    query: [
      'category',
      'search',
      'reference',
      'created_from',
      'created_to',
      'updated_since',
      'page',
      'per_page',
      'view',
    ],
    headers: ['requestId'],
  },
  createProduct: {
    method: 'POST',
    path: '/products',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
  upsertProducts: {
    method: 'POST',
    path: '/products/upsert',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  getProduct: {
    method: 'GET',
    path: '/products/{product_id}',
    query: ['view'],
    headers: ['requestId', 'ifNoneMatch'],
  },
  updateProduct: {
    method: 'PATCH',
    path: '/products/{product_id}',
    query: ['view'],
    headers: ['requestId', 'ifMatch'],
  },
  archiveProduct: {
    method: 'POST',
    path: '/products/{product_id}/archive',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
  restoreProduct: {
    method: 'POST',
    path: '/products/{product_id}/restore',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
  listSupermarkets: {
    method: 'GET',
    path: '/supermarkets',
    query: ['reference', 'created_from', 'created_to', 'updated_since', 'page', 'per_page', 'view'],
    headers: ['requestId'],
  },
  createSupermarket: {
    method: 'POST',
    path: '/supermarkets',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
  upsertSupermarkets: {
    method: 'POST',
    path: '/supermarkets/upsert',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  getSupermarket: {
    method: 'GET',
    path: '/supermarkets/{supermarket_id}',
    query: ['view'],
    headers: ['requestId', 'ifNoneMatch'],
  },
  updateSupermarket: {
    method: 'PATCH',
    path: '/supermarkets/{supermarket_id}',
    query: ['view'],
    headers: ['requestId', 'ifMatch'],
  },
  addBranch: {
    method: 'POST',
    path: '/supermarkets/{supermarket_id}/branches',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
  updateBranch: {
    method: 'PATCH',
    path: '/supermarkets/{supermarket_id}/branches/{branch_id}',
    query: ['view'],
    headers: ['requestId'],
  },
  archiveSupermarket: {
    method: 'POST',
    path: '/supermarkets/{supermarket_id}/archive',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
  restoreSupermarket: {
    method: 'POST',
    path: '/supermarkets/{supermarket_id}/restore',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
  archiveBranch: {
    method: 'POST',
    path: '/supermarkets/{supermarket_id}/branches/{branch_id}/archive',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
  restoreBranch: {
    method: 'POST',
    path: '/supermarkets/{supermarket_id}/branches/{branch_id}/restore',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
  listStandingOrders: {
    method: 'GET',
    path: '/standing-orders',
    query: ['status', 'supermarket_id', 'reference', 'page', 'per_page'],
    headers: ['requestId'],
  },
  createStandingOrder: {
    method: 'POST',
    path: '/standing-orders',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  getStandingOrder: {
    method: 'GET',
    path: '/standing-orders/{standing_order_id}',
    query: [],
    headers: ['requestId', 'ifNoneMatch'],
  },
  updateStandingOrder: {
    method: 'PATCH',
    path: '/standing-orders/{standing_order_id}',
    query: [],
    headers: ['requestId', 'ifMatch'],
  },
  listOccurrences: {
    method: 'GET',
    path: '/standing-orders/{standing_order_id}/occurrences',
    query: ['date_from', 'date_to'],
    headers: ['requestId'],
  },
  skipOccurrence: {
    method: 'POST',
    path: '/standing-orders/{standing_order_id}/occurrences/{date}/skip',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  restoreOccurrence: {
    method: 'POST',
    path: '/standing-orders/{standing_order_id}/occurrences/{date}/restore',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  restoreOccurrences: {
    method: 'POST',
    path: '/standing-orders/occurrences/restore',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  endStandingOrder: {
    method: 'POST',
    path: '/standing-orders/{standing_order_id}/end',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  rotateOwnKey: {
    method: 'POST',
    path: '/api-keys/self/rotate',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  listWebhooks: { method: 'GET', path: '/webhooks', query: ['page', 'per_page'], headers: ['requestId'] },
  createWebhook: { method: 'POST', path: '/webhooks', query: [], headers: ['requestId', 'idempotencyKey'] },
  getWebhook: {
    method: 'GET',
    path: '/webhooks/{webhook_id}',
    query: [],
    headers: ['requestId', 'ifNoneMatch'],
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/webhooks/{webhook_id}',
    query: [],
    headers: ['requestId', 'ifMatch'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/{webhook_id}',
    query: [],
    headers: ['requestId', 'ifMatch'],
  },
  enableWebhook: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/enable',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/rotate-secret',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/test',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  recoverWebhookMessages: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/recover',
    query: [],
    headers: ['requestId', 'idempotencyKey'],
  },
  listWebhookMessages: {
    method: 'GET',
    path: '/webhooks/{webhook_id}/deliveries',
    query: ['status', 'event', 'created_from', 'created_to', 'page', 'per_page', 'view'],
    headers: ['requestId'],
  },
  resendWebhookMessage: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/resend',
    query: ['view'],
    headers: ['requestId', 'idempotencyKey'],
  },
} as const;

/** The name of each header. */
export const HEADERS = {
  requestId: 'X-Request-Id',
  idempotencyKey: 'Idempotency-Key',
  ifNoneMatch: 'If-None-Match',
  ifMatch: 'If-Match',
} as const;
