-- Who started the import, as the audit log names them: kind, keyId, sessionId, personId and address.
ALTER TABLE imports ADD COLUMN started_by jsonb;
