-- What was wrong, for programs, beside the words for people. Null in what earlier versions stored.
ALTER TABLE imports ADD COLUMN problem text, ADD COLUMN problem_values jsonb;
ALTER TABLE requests ADD COLUMN problem text, ADD COLUMN problem_values jsonb;
-- Of failures that the creation of the delivery found; the others follow from the reason.
ALTER TABLE occurrences ADD COLUMN problem text, ADD COLUMN problem_values jsonb;
