/**
 * Everything that can be wrong with a request, one entry each. Errors carry the name as `problem`, a word for
 * programs that stays the same, and its `values`. The `code` says what kind of error it is.
 */

/**
 * The types that values can have. A `field` is the name of an input, which each interface spells in its own
 * way.
 */
interface ValueTypes {
  integer: number;
  number: number;
  text: string;
  texts: readonly string[];
  date: string;
  time: string;
  field: string;
}

export type ValueType = keyof ValueTypes;

interface Entry {
  code: string;
  /** The names of its values, and their types. */
  values?: Readonly<Record<string, ValueType>>;
  /** Whether errors can lack some or all of the values. */
  mayLackValues?: true;
  /** The meaning of the problem, as a sentence without a full stop. */
  is: string;
}

const VALIDATION = 'validation_error';
const MAX = { max: 'integer' } as const;
const MIN = { min: 'integer' } as const;
const MAX_VALUE = { max: 'number' } as const;
const ROW_VALUE = { row: 'integer' } as const;

export const PROBLEMS = {
  // Values
  required: { code: VALIDATION, is: 'The value is missing' },
  required_with: {
    code: VALIDATION,
    values: { other: 'field' },
    is: 'The value is missing, and required with the other field',
  },
  required_without: {
    code: VALIDATION,
    values: { others: 'texts' },
    is: 'The value is missing, and required without one of the other fields',
  },
  not_with: {
    code: VALIDATION,
    values: { other: 'field' },
    is: 'The value cannot be combined with the other field',
  },
  not_without: {
    code: VALIDATION,
    values: { other: 'field' },
    is: 'The value cannot be given without the other field',
  },
  not_supported: { code: VALIDATION, is: 'The value cannot be used here' },
  invalid_value: { code: VALIDATION, is: 'The value breaks a rule that only the message names' },
  no_change: { code: VALIDATION, is: 'The input changes nothing' },
  unknown_field: {
    code: VALIDATION,
    is: 'The input, or the type in the GraphQL document, has no field with this name',
  },
  unknown_parameter: { code: VALIDATION, is: 'The endpoint has no query parameter with this name' },
  repeated_parameter: { code: VALIDATION, is: 'The query parameter is given more than once' },
  wrong_type: {
    code: VALIDATION,
    values: { expected: 'text' },
    is: 'The value has another type than the expected one',
  },
  not_an_integer: { code: VALIDATION, is: 'The number is not an integer' },
  empty: { code: VALIDATION, is: 'The text is empty, or has no visible characters' },
  too_short: { code: VALIDATION, values: MIN, is: 'The text has fewer than `min` characters' },
  too_long: { code: VALIDATION, values: MAX, is: 'The text has more than `max` characters' },
  too_few: { code: VALIDATION, values: MIN, is: 'The list has fewer than `min` items' },
  too_many: { code: VALIDATION, values: MAX, is: 'The list or object has more than `max` items' },
  too_many_words: { code: VALIDATION, values: MAX, is: 'The text has more than `max` words' },
  too_small: { code: VALIDATION, values: { min: 'number' }, is: 'The number is less than `min`' },
  not_above: { code: VALIDATION, values: { limit: 'number' }, is: 'The number is not greater than `limit`' },
  too_large: { code: VALIDATION, values: MAX_VALUE, is: 'The number is greater than `max`' },
  too_many_decimals: { code: VALIDATION, values: MAX, is: 'The number has more than `max` decimals' },
  too_many_digits: { code: VALIDATION, is: 'The number has more digits than can be stored' },
  not_one_of: { code: VALIDATION, values: { allowed: 'texts' }, is: 'The value is none of those allowed' },
  invalid_characters: { code: VALIDATION, is: 'The text has control characters or lone surrogates' },
  invalid_format: { code: VALIDATION, is: 'The text does not have the required form' },
  invalid_date: { code: VALIDATION, is: 'The value is not a real date in the form YYYY-MM-DD' },
  invalid_time: { code: VALIDATION, is: 'The value is not an ISO 8601 time with an offset' },
  invalid_email: { code: VALIDATION, is: 'The text is not an e-mail address' },
  invalid_calendar: { code: VALIDATION, is: 'The text is not an iCalendar file' },
  invalid_cursor: { code: VALIDATION, is: 'The text is not a cursor of this list in this order' },
  invalid_encoding: { code: VALIDATION, is: 'The text is not UTF-8' },
  unknown_time_zone: { code: VALIDATION, is: 'The text is not the name of a time zone' },
  unknown_currency: { code: VALIDATION, is: 'The text is not the code of a currency' },
  unknown_holidays: {
    code: VALIDATION,
    is: 'The text is not the code of a country or region whose public holidays are known',
  },
  unknown_country: { code: VALIDATION, is: 'The text is not the code of a country' },
  wrong_check_digit: {
    code: VALIDATION,
    values: { expected: 'text' },
    is: 'The last digit of the number does not fit the others',
  },
  window_without_length: { code: VALIDATION, is: 'The delivery window ends when it starts' },
  date_out_of_range: {
    code: VALIDATION,
    values: { min: 'date', max: 'date' },
    is: 'The date is outside of the range of dates',
  },
  date_not_in_future: {
    code: VALIDATION,
    values: { min: 'date' },
    is: 'The date is not in the future; `min` is the first that is',
  },
  not_in_future: { code: VALIDATION, is: 'The time is not in the future' },
  in_future: { code: VALIDATION, is: 'The time is in the future' },
  range_out_of_order: { code: VALIDATION, is: 'The range ends before it starts' },
  overlaps: {
    code: VALIDATION,
    values: { from: 'date', to: 'date' },
    mayLackValues: true,
    is: 'The period overlaps another one: `from` and `to`, which is left out if that has no end',
  },
  range_too_long: { code: VALIDATION, values: MAX, is: 'The range has more than `max` periods' },
  repeated: { code: VALIDATION, is: 'Another item of the list has the same value' },
  repeats_row: {
    code: VALIDATION,
    values: ROW_VALUE,
    is: 'An earlier row has the same value',
  },
  page_too_deep: { code: VALIDATION, values: MAX, is: '`page` × `per_page` is greater than `max`' },

  // Addresses of webhooks
  invalid_url: { code: VALIDATION, is: 'The text is not a URL' },
  not_https: { code: VALIDATION, is: 'The URL is not an `https` URL' },
  url_with_credentials: { code: VALIDATION, is: 'The URL contains credentials' },
  url_not_public: { code: VALIDATION, is: 'The URL cannot be reached from the public internet' },

  // Records
  reference_taken: {
    code: VALIDATION,
    values: { id: 'integer', supermarket_id: 'integer' },
    mayLackValues: true,
    is: 'Another record has this reference: `id`, if you can read it',
  },
  code_taken: { code: VALIDATION, is: 'Another record has this code' },
  archived: { code: VALIDATION, is: 'The record is archived' },
  closed_day: {
    code: VALIDATION,
    values: { first: 'date' },
    is: 'The account refuses closed days; `first` is the first possible day',
  },
  after_cut_off: {
    code: VALIDATION,
    values: { first: 'date' },
    is: 'The account refuses orders after the cut-off; `first` is the first possible day',
  },
  no_open_day: {
    code: VALIDATION,
    values: { days: 'integer' },
    is: 'The day is closed, and there is no open day within `days` days',
  },
  day_passed: { code: VALIDATION, is: 'The day had passed before the delivery was created' },
  no_possible_day: { code: VALIDATION, is: 'The account refuses the day, and all of the 400 days after it' },
  override_not_allowed: {
    code: VALIDATION,
    is: 'Only owners and members who are signed in can override what the account refuses',
  },
  not_in_delivery: { code: VALIDATION, is: 'The product is not in the delivery' },
  lot_not_in_line: { code: VALIDATION, is: 'The lot is not in the line of the delivery' },
  exceeds_returnable: {
    code: VALIDATION,
    values: MAX,
    is: 'The quantity exceeds what can still be returned, `max`',
  },
  exceeds_delivered: { code: VALIDATION, values: MAX, is: 'The quantity exceeds what was delivered, `max`' },
  exceeds_found: { code: VALIDATION, values: MAX, is: 'The quantity exceeds what was found, `max`' },
  exceeds_line: {
    code: VALIDATION,
    values: { max: 'integer', sum: 'integer' },
    is: 'The lots add up to more than the quantity of the line',
  },
  less_than_lots: {
    code: VALIDATION,
    values: MIN,
    is: 'The quantity is less than the lots of the line add up to, `min`',
  },
  less_than_returned: {
    code: VALIDATION,
    values: MIN,
    is: 'The quantity is less than what was returned, `min`',
  },
  returned_lot_missing: { code: VALIDATION, is: 'The list lacks a lot that was returned' },
  lots_required: {
    code: VALIDATION,
    values: MIN,
    is: 'The product requires lots that add up to at least `min`',
  },
  lots_missing: { code: VALIDATION, is: 'The delivery has a product whose lots are required' },
  lot_withdrawn: { code: VALIDATION, is: 'The delivery has a withdrawn lot' },
  shelf_life_too_short: {
    code: VALIDATION,
    values: { min: 'date', days: 'integer' },
    is: 'The date is before `min`: the supermarket is promised more days of shelf life',
  },
  delivery_not_returnable: {
    code: VALIDATION,
    values: { status: 'text' },
    is: 'The status of the delivery does not allow this',
  },
  delivery_cancelled: { code: VALIDATION, is: 'The delivery is cancelled' },
  other_date: { code: VALIDATION, is: 'The delivery is due on another day' },
  in_other_tour: {
    code: VALIDATION,
    values: { tour: 'text', name: 'text' },
    is: 'The delivery is in another tour: `tour`, with this name',
  },
  cannot_drive: { code: VALIDATION, is: 'The role of the person does not deliver' },
  delivery_too_old: {
    code: VALIDATION,
    values: { days: 'integer' },
    is: 'The delivery was due too long ago',
  },
  too_many_photos: { code: VALIDATION, values: MAX, is: 'The delivery has the maximum number of photos' },
  not_a_logo: { code: VALIDATION, is: 'The value is not a whole PNG or JPEG image in base64' },
  logo_too_large: { code: VALIDATION, values: MAX, is: 'The image has too many bytes' },
  logo_too_wide: { code: VALIDATION, values: MAX, is: 'The image has too many pixels in one direction' },
  not_a_photo: { code: VALIDATION, is: 'The body is not a picture of a supported format' },
  before_dispatch: {
    code: VALIDATION,
    values: { min: 'time' },
    is: 'The time is before the delivery was dispatched',
  },
  no_receipt: { code: VALIDATION, is: 'The delivery has no receipt yet' },
  no_receipt_link: { code: VALIDATION, is: 'The delivery has no valid receipt link' },
  disputed_lot_gone: {
    code: VALIDATION,
    is: 'A dispute of the delivery is about a lot that it no longer has',
  },
  drawing_too_large: { code: VALIDATION, values: MAX, is: 'The drawing needs more than `max` bytes' },
  quantity_found_missing: { code: VALIDATION, is: 'The value needs the quantity found' },
  former_name: {
    code: VALIDATION,
    values: { other: 'field' },
    is: 'The field is the former name of another one, and both were sent with different values',
  },
  named_twice: {
    code: VALIDATION,
    values: { other: 'field' },
    is: 'The field names the same record as another one, and both were sent',
  },
  nothing_to_trace: { code: VALIDATION, is: 'Neither a product, a lot nor a range of dates was named' },
  too_many_stops: {
    code: VALIDATION,
    values: MAX,
    is: 'The stops have more than `max` lines or lots together',
  },
  too_many_products: {
    code: VALIDATION,
    values: MAX,
    is: 'The days have more than `max` products together',
  },
  branch_of_order: { code: VALIDATION, is: 'The standing order is for another branch' },
  weekday_missing: {
    code: VALIDATION,
    values: { weekday: 'text' },
    is: 'The weekdays lack one on which a line is delivered',
  },
  weekday_outside: {
    code: VALIDATION,
    values: { weekday: 'text' },
    is: 'The weekday of the line is none of the order',
  },
  weekday_without_line: {
    code: VALIDATION,
    values: { weekday: 'text' },
    is: 'No line is delivered on one of the weekdays',
  },
  no_mail_server: { code: VALIDATION, is: 'The service has no mail server' },
  no_url: { code: VALIDATION, is: 'There is no URL yet' },
  webhook_deactivated: { code: VALIDATION, is: 'The webhook is deactivated' },
  unknown_event: { code: VALIDATION, is: 'The account has no event with this id from the last 30 days' },

  // People
  email_taken: {
    code: VALIDATION,
    values: { id: 'integer' },
    mayLackValues: true,
    is: 'The e-mail address belongs to an account or person; `id` is a person of your account',
  },
  link_ended: { code: VALIDATION, is: 'The link is no longer valid' },
  last_owner: { code: VALIDATION, is: 'The person is the last owner of the account' },
  is_owner: { code: VALIDATION, is: 'The person is an owner of the account' },
  own_person: { code: VALIDATION, is: 'The person must be another one' },
  wrong_password: { code: VALIDATION, is: 'The password is incorrect' },
  wrong_code: { code: VALIDATION, is: 'The code is incorrect, or was already used' },
  second_factor_set: { code: VALIDATION, is: 'The person has a second factor already' },
  no_second_factor: { code: VALIDATION, is: 'The person has no second factor' },
  signed_in: { code: VALIDATION, is: 'The request has a caller, and must have none' },

  // Requests
  not_an_object: { code: VALIDATION, is: 'The input or the body is not an object' },
  missing_body: { code: VALIDATION, is: 'The request has no body' },
  invalid_http: { code: VALIDATION, is: 'The request is not valid HTTP' },
  request_too_slow: { code: VALIDATION, is: 'The request took too long to arrive' },
  invalid_path: { code: VALIDATION, is: 'The URL has invalid characters' },
  invalid_host: { code: VALIDATION, is: 'The request does not have exactly one valid `Host` header' },
  no_event_stream: { code: VALIDATION, is: 'A subscription needs the header `Accept: text/event-stream`' },
  response_too_large: { code: VALIDATION, is: 'The response would be too large' },
  too_many_rows: { code: VALIDATION, values: MAX, is: 'The list or the file has more than `max` rows' },

  // GraphQL
  invalid_message: { code: VALIDATION, is: 'The message is not one of the protocol' },
  not_acceptable: { code: VALIDATION, is: 'The header `Accept` lacks a type of the response' },
  syntax_error: { code: VALIDATION, is: 'The GraphQL document has a syntax error' },
  unknown_argument: {
    code: VALIDATION,
    is: 'The field of the GraphQL document has no argument with this name',
  },
  invalid_document: { code: VALIDATION, is: 'The GraphQL document does not fit the schema' },
  invalid_variable: { code: VALIDATION, is: 'The value of a variable does not fit its type' },
  invalid_argument: { code: VALIDATION, is: 'The value of an argument does not fit its type' },
  invalid_request: { code: VALIDATION, is: 'The request is not a GraphQL request' },
  nested_too_deeply: { code: VALIDATION, is: 'The GraphQL document, or the value, is nested too deeply' },
  query_too_large: {
    code: VALIDATION,
    values: { what: 'text', max: 'integer' },
    is: 'The GraphQL document has more than `max` of something, such as `fields` or levels (`depth`)',
  },
  query_too_expensive: {
    code: VALIDATION,
    values: { cost: 'integer', max: 'integer' },
    is: 'The operation costs more points than `max`',
  },
  too_many_objects: {
    code: VALIDATION,
    values: MAX,
    is: 'The response has, or could have, more than `max` objects',
  },
  too_many_values: {
    code: VALIDATION,
    values: MAX,
    is: 'The response has, or could have, more than `max` values',
  },
  invalid_hash: { code: VALIDATION, is: 'The hash is not that of the query' },
  sign_in_alone: { code: VALIDATION, is: 'The operation has other changes beside signing in or up' },
  sign_in_once: { code: VALIDATION, is: 'The operation signs in or up more than once' },
  not_idempotent: { code: VALIDATION, is: 'The mutation does not support an `Idempotency-Key`' },
  no_secrets_key: { code: VALIDATION, is: 'The service has no key for secrets, which this response needs' },
  queries_only: { code: VALIDATION, is: 'The document has operations other than queries' },

  // Files
  open_question: {
    code: VALIDATION,
    values: { question: 'text' },
    is: 'Something about the file must be answered first; `question` is the code of the problem of the import',
  },
  unknown_sheet: {
    code: VALIDATION,
    values: { allowed: 'texts' },
    is: 'The file has no sheet with this name',
  },
  unknown_encoding: { code: VALIDATION, is: 'There is no encoding with this label' },
  no_header_row: { code: VALIDATION, is: 'The row is empty, or not in the file' },
  map_unknown_column: { code: VALIDATION, values: { column: 'text' }, is: 'The file has no such column' },
  map_unknown_field: {
    code: VALIDATION,
    values: { allowed: 'texts' },
    is: 'The kind of record has no such field',
  },
  map_repeated_field: {
    code: VALIDATION,
    values: { name: 'text' },
    is: 'Two columns are assigned to one field',
  },
  line_breaks_lost: { code: VALIDATION, is: 'The file has no line breaks: `curl -d` removes them' },
  file_empty: { code: VALIDATION, is: 'The file has no rows with values' },
  not_a_spreadsheet: { code: VALIDATION, is: 'The file is neither a spreadsheet nor CSV' },
  file_compressed: { code: VALIDATION, is: 'The file is compressed' },
  file_protected: { code: VALIDATION, is: 'The file has a password' },
  file_damaged: { code: VALIDATION, is: 'The file cannot be read' },
  file_too_complex: { code: VALIDATION, is: 'Reading the file takes too much memory or time' },
  file_sheets_hidden: { code: VALIDATION, is: 'All sheets with values are hidden' },
  unpacked_too_large: {
    code: VALIDATION,
    values: MAX,
    is: 'The file has more than `max` bytes when unpacked',
  },
  too_many_parts: { code: VALIDATION, values: MAX, is: 'The file has more than `max` parts' },
  too_many_columns: {
    code: VALIDATION,
    values: { row: 'integer', max: 'integer' },
    is: 'A row of the file has more than `max` columns',
  },
  too_many_cells: { code: VALIDATION, values: MAX, is: 'The file has more than `max` cells' },
  too_much_text: { code: VALIDATION, values: MAX, is: 'The file has more than `max` characters' },
  row_in_other_encoding: {
    code: VALIDATION,
    values: ROW_VALUE,
    is: 'A row is in another encoding than the file',
  },
  quote_not_closed: { code: VALIDATION, is: 'A quote in the CSV file is not closed' },
  rows_refused: {
    code: VALIDATION,
    values: { count: 'integer' },
    is: '`count` records of the file are refused, so nothing was imported',
  },
  other_download: { code: VALIDATION, is: 'The file is a download of other records' },

  // Rows and cells of files
  cell_has_rows: { code: VALIDATION, is: 'The cell has whole rows: a quote before it is not closed' },
  excess_cells: {
    code: VALIDATION,
    values: { count: 'integer' },
    is: 'The row has more cells than the header',
  },
  unknown_unit: { code: VALIDATION, is: 'The unit or percentage is not known' },
  other_unit: {
    code: VALIDATION,
    values: { unit: 'text' },
    is: 'The quantity is in another unit than those of the product, `unit`',
  },
  other_number_shown: { code: VALIDATION, is: 'The cell shows another number than it has, by its format' },
  other_currency: {
    code: VALIDATION,
    values: { currency: 'text' },
    is: 'The amount is not in the currency of the account',
  },
  not_price_of_one: { code: VALIDATION, is: 'The price is not that of one unit' },
  shortened_number: { code: VALIDATION, is: 'A spreadsheet shortened the number' },
  lost_zeros: {
    code: VALIDATION,
    values: { meant: 'text' },
    is: 'A spreadsheet removed leading zeros; `meant` has them',
  },
  excess_zeros: {
    code: VALIDATION,
    values: { meant: 'text' },
    is: 'The number has leading zeros that the known record, `meant`, does not have',
  },
  changed_to_date: { code: VALIDATION, is: 'A spreadsheet changed the text to a date or time' },
  changed_to_boolean: { code: VALIDATION, is: 'A spreadsheet changed the text to TRUE or FALSE' },
  ambiguous_number: { code: VALIDATION, is: 'The number could have decimals or thousands' },
  ambiguous_hours: { code: VALIDATION, is: 'The hours could be of a 12-hour or a 24-hour clock' },
  ambiguous_date: { code: VALIDATION, is: 'The date could be day/month or month/day' },
  unknown_weekday: { code: VALIDATION, is: 'The text names no days of the week' },
  ambiguous_weekday: { code: VALIDATION, is: 'The text names other days in another language' },
  ambiguous_name: {
    code: VALIDATION,
    values: { count: 'integer' },
    is: 'Several records have this name',
  },
  other_decimal_sign: { code: VALIDATION, is: 'The number has another decimal sign than the chosen one' },
  other_date_order: { code: VALIDATION, is: 'The date is none in the chosen order' },
  has_time: { code: VALIDATION, is: 'The date has a time of day' },
  number_of_date: { code: VALIDATION, values: { date: 'date' }, is: 'The cell has the number of a date' },
  spreadsheet_error: { code: VALIDATION, is: 'The cell has an error of the spreadsheet' },
  formula_without_result: { code: VALIDATION, is: 'The cell has a formula without a result' },
  lost_characters: { code: VALIDATION, is: 'Characters of the text were lost, or are in a wrong encoding' },
  no_value: { code: VALIDATION, is: 'The text is what programs write for no value' },
  differs_from_row: {
    code: VALIDATION,
    values: ROW_VALUE,
    is: 'An earlier row of the same record has another value',
  },
  unknown_name: { code: VALIDATION, is: 'No record has this reference, number or name' },
  near_name: {
    code: VALIDATION,
    values: { meant: 'text' },
    is: 'No record has this name, but `meant` differs only by case, accents or spaces',
  },
  unknown_number: { code: VALIDATION, is: 'No record has this number' },
  too_many_lines: { code: VALIDATION, values: MAX, is: 'The record has more than `max` rows' },
  branch_of_other: {
    code: VALIDATION,
    values: { id: 'integer', supermarket_id: 'integer' },
    mayLackValues: true,
    is: 'The reference is that of a branch of another supermarket, if you can read it `supermarket_id`',
  },

  // JSON
  missing_json: { code: 'invalid_json', is: 'The request has no body' },
  malformed_json: { code: 'invalid_json', is: 'The body is not valid JSON' },
  not_utf8: { code: 'invalid_json', is: 'The body is not UTF-8, or cannot be decoded' },

  // States
  wrong_status: {
    code: 'invalid_transition',
    values: { status: 'text' },
    is: 'The record has a status that does not allow this',
  },
  return_reversed: { code: 'invalid_transition', is: 'The return was reversed already' },
  is_reversal: { code: 'invalid_transition', is: 'The return reverses another one' },
  dispute_settled: {
    code: 'invalid_transition',
    values: { status: 'text' },
    is: 'The dispute was already accepted or declined, as `status` says',
  },
  already_confirmed: {
    code: 'invalid_transition',
    is: 'Somebody else confirmed the receipt before, with more or other goods',
  },
  disputes_open: { code: 'invalid_transition', is: 'The receipt has disputes to decide one by one' },
  question_answered: {
    code: 'invalid_transition',
    is: 'The branch has answered the question about the dispute',
  },
  no_open_question: {
    code: 'invalid_transition',
    is: 'The dispute has no question that waits for an answer',
  },
  withdrawal_closed: { code: 'invalid_transition', is: 'The withdrawal is closed' },
  account_not_deleted: { code: 'invalid_transition', is: 'The account is not deleted' },
  account_gone: { code: 'invalid_transition', is: 'The account was deleted too long ago' },

  // Callers
  no_credentials: { code: 'unauthorized', is: 'The request has neither an API key nor a session' },
  malformed_key: { code: 'unauthorized', is: 'The API key is incomplete or mistyped' },
  unknown_key: { code: 'unauthorized', is: 'The API key is unknown or revoked' },
  replaced_key: {
    code: 'unauthorized',
    is: 'The value of the API key was replaced, and cannot do this in its grace period',
  },
  session_ended: { code: 'unauthorized', is: 'The session has ended' },
  wrong_credentials: { code: 'unauthorized', is: 'The e-mail address or the password is incorrect' },
  second_factor_needed: { code: 'unauthorized', is: 'The code of the second factor is missing' },
  wrong_second_factor: { code: 'unauthorized', is: 'The code of the second factor is incorrect' },
  other_cell: { code: 'unauthorized', is: 'The account belongs to another cell' },
  api_key_expired: { code: 'api_key_expired', is: 'The API key has expired' },
  missing_scope: {
    code: 'insufficient_scope',
    values: { scope: 'text' },
    is: 'The API key or the role lacks the scope',
  },
  session_required: { code: 'insufficient_scope', is: 'API keys cannot do this, only people who signed in' },
  key_required: { code: 'insufficient_scope', is: 'Only an API key can do this, no person who signed in' },
  role_forbidden: { code: 'insufficient_scope', values: { role: 'text' }, is: 'The role cannot do this' },
  sign_up_disabled: { code: 'insufficient_scope', is: 'Sign-up is disabled' },
  host_forbidden: {
    code: 'insufficient_scope',
    is: 'The request names another host than that of the service',
  },
  origin_forbidden: { code: 'insufficient_scope', is: 'Pages of this origin may not send requests' },

  // Quotas
  plan_limit: {
    code: 'quota_exceeded',
    values: { what: 'text', max: 'integer' },
    is: 'The account has as many of these records as its plan includes',
  },
  too_many_secrets: {
    code: 'quota_exceeded',
    values: MAX,
    is: 'The key or webhook has `max` earlier secrets that are still valid',
  },
  too_many_people: { code: 'quota_exceeded', values: MAX, is: 'The account has `max` people' },
  too_many_invitations: { code: 'quota_exceeded', values: MAX, is: 'The account has `max` open invitations' },
  imports_per_hour: {
    code: 'quota_exceeded',
    values: MAX,
    is: 'The account sent `max` files within an hour',
  },
  import_storage: {
    code: 'quota_exceeded',
    values: MAX,
    is: 'The imported files of the account would have more than `max` bytes',
  },
  idempotency_storage: {
    code: 'quota_exceeded',
    values: MAX,
    is: 'The responses stored for repeated requests have more than `max` bytes',
  },

  // Not found
  not_found: { code: 'not_found', is: 'The account has no such record' },
  no_route: { code: 'not_found', is: 'No endpoint has this path' },
  unknown_query: { code: 'not_found', is: 'No query with this hash was sent yet' },
  unknown_tool: { code: 'not_found', is: 'There is no such tool for this API key' },
  unknown_method: { code: 'not_found', is: 'There is no such method of the protocol' },
  unknown_resource: { code: 'not_found', is: 'There is no such resource' },
  unknown_account: { code: 'not_found', is: 'No account or person has this e-mail address' },
  account_deleted: { code: 'not_found', is: 'The account is deleted' },
  request_not_logged: { code: 'not_found', is: 'The log has no such request of this key' },

  method_not_allowed: { code: 'method_not_allowed', is: 'The path does not support the method' },
  key_used: { code: 'idempotency_conflict', is: 'The `Idempotency-Key` was used for another request' },
  key_of_other: {
    code: 'idempotency_conflict',
    is: 'The response has a secret for another API key or session',
  },
  key_in_use: { code: 'idempotency_conflict', is: 'The first request with the `Idempotency-Key` still runs' },
  precondition_failed: { code: 'precondition_failed', is: 'The record has changed since it was read' },
  payload_too_large: {
    code: 'payload_too_large',
    values: MAX,
    is: 'The body has more than `max` bytes',
  },
  headers_too_large: {
    code: 'payload_too_large',
    values: MAX,
    is: 'The URL and the headers have more than `max` bytes',
  },
  not_json: { code: 'unsupported_media_type', is: 'The body is not `application/json`' },
  form_body: { code: 'unsupported_media_type', is: 'The body is a form with a file, not the file' },
  unsupported_encoding: { code: 'unsupported_media_type', is: 'The encoding of the body is not supported' },

  // Limits
  requests_per_hour: {
    code: 'rate_limited',
    values: MAX,
    is: 'More than `max` requests were sent this hour',
  },
  requests_per_minute: {
    code: 'rate_limited',
    values: MAX,
    is: 'More than `max` requests were sent this minute',
  },
  too_many_at_once: { code: 'rate_limited', is: 'Too many requests of the account are in progress' },
  too_many_attempts: { code: 'rate_limited', is: 'There were too many wrong attempts' },
  too_many_streams: { code: 'rate_limited', values: MAX, is: 'The account has `max` open streams' },
  too_many_links: { code: 'rate_limited', values: MAX, is: 'The notice got `max` links within a day' },
  too_many_mails: {
    code: 'rate_limited',
    is: 'The address, or the account, has had as many mails as it may',
  },
  export_running: {
    code: 'rate_limited',
    is: 'Another export of the caller is running, or as many of the account as may run at a time',
  },
  import_attempts: { code: 'rate_limited', values: MAX, is: 'More than `max` files were sent this hour' },

  // The service
  internal_error: { code: 'internal_error', is: 'An error of the service' },
  unavailable: { code: 'service_unavailable', is: 'The database cannot be reached' },
  conflicting_writes: {
    code: 'service_unavailable',
    is: 'Other requests are changing the same records',
  },
  timed_out: { code: 'service_unavailable', is: 'The request took too long and was cancelled' },
  file_not_processed: {
    code: 'service_unavailable',
    is: 'The machine was too busy to read or write the file',
  },
  imports_busy: { code: 'service_unavailable', is: 'Other files are being read' },
  holidays_busy: { code: 'service_unavailable', is: 'Public holidays are still being computed' },
  too_many_sign_ins: { code: 'service_unavailable', is: 'Too many people are signing in' },
  stopping: { code: 'service_unavailable', is: 'The service is stopping' },
  events_held_up: { code: 'service_unavailable', is: 'Live events are held up' },
  mail_refused: { code: 'service_unavailable', is: 'The mail server did not take the mail' },
  cell_moving: {
    code: 'service_unavailable',
    is: 'The request arrived at a cell that does not have the account',
  },
} as const satisfies Record<string, Entry>;

/** The name of a problem, for programs. */
export type Problem = keyof typeof PROBLEMS;

/** The values of a problem; null if it has none. */
export type ValuesOf<Name extends Problem> = (typeof PROBLEMS)[Name] extends { mayLackValues: true }
  ? Partial<AllValuesOf<Name>> | null
  : AllValuesOf<Name>;

type AllValuesOf<Name extends Problem> = (typeof PROBLEMS)[Name] extends {
  values: infer Types extends Readonly<Record<string, ValueType>>;
}
  ? { [Value in keyof Types]: ValueTypes[Types[Value]] }
  : null;

/** The values of any problem. */
export type Values = Readonly<Record<string, number | string | readonly string[]>>;

/** The last argument of a function that takes a problem with its values. */
export type ValuesIfAny<Name extends Problem> = [ValuesOf<Name>] extends [null]
  ? []
  : [values: ValuesOf<Name>];

/** A problem of a value, and the words that follow the value's name in the message. */
export interface Violation {
  problem: Problem;
  values: Values | null;
  wording: string;
}

/** Returns the violation with this problem and wording. */
export function violation<Name extends Problem>(
  problem: Name,
  wording: string,
  ...rest: ValuesIfAny<Name>
): Violation {
  const [values = null] = rest as [Values?];
  return { problem, values, wording };
}
