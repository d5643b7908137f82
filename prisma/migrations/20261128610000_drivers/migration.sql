-- The role of drivers.
ALTER TABLE people DROP CONSTRAINT people_role_check,
  ADD CONSTRAINT people_role_check CHECK (role IN ('owner', 'member', 'developer', 'driver', 'viewer'));
ALTER TABLE invitations DROP CONSTRAINT invitations_role_check,
  ADD CONSTRAINT invitations_role_check CHECK (role IN ('owner', 'member', 'developer', 'driver', 'viewer'));
