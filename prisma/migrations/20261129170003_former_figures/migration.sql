-- The wider indexes of the migration before serve what these served. Dropping them takes a lock for a moment only.
DROP INDEX deliveries_figures_idx;
DROP INDEX returns_return_date_idx;
