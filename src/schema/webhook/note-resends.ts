/**
 * The SQL that notes the messages of a query `sent`, which a user sends again, for live streams: a row for each, at its own
 * position among the events. Like a test it is no event that webhooks or lists can have, because of its type.
 */
export const NOTE_RESENDS = `
  INSERT INTO events (account_id, type, body, resent_event_id)
  SELECT account_id, 'webhook.resent', '', event_id FROM sent ORDER BY event_id`;
