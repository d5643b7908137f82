-- Of webhooks whose events were changed until now: what messages there are of, or will be.
WITH kept AS (
  SELECT message.account_id, message.subscription_id AS id, event.type
  FROM webhook_messages message
  JOIN events event ON event.account_id = message.account_id AND event.id = message.event_id
  UNION
  SELECT account_id, unnest(recipients), type FROM events WHERE recipients IS NOT NULL
), past AS (
  SELECT webhook.account_id, webhook.id, array_agg(kept.type ORDER BY kept.type) AS types
  FROM kept JOIN webhook_subscriptions webhook USING (account_id, id)
  WHERE kept.type <> 'webhook.test' AND kept.type <> ALL(webhook.events)
  GROUP BY webhook.account_id, webhook.id
), locked AS (
  -- In the order in which the worker locks webhooks.
  SELECT webhook.account_id, webhook.id, past.types
  FROM webhook_subscriptions webhook JOIN past USING (account_id, id)
  ORDER BY webhook.id FOR NO KEY UPDATE OF webhook
)
UPDATE webhook_subscriptions webhook SET past_events = locked.types FROM locked
WHERE webhook.account_id = locked.account_id AND webhook.id = locked.id;
