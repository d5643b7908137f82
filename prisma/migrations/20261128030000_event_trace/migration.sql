-- The trace of the request that caused an event, so that its callbacks are seen in it. Written only while tracing is on.
ALTER TABLE events ADD COLUMN traceparent text CHECK (char_length(traceparent) = 55);
