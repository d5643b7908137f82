import type { Role } from '../../generated/operations.ts';

/** The roles, with what they may do. */
const ROLES: [Role, name: string, about: string][] = [
  ['OWNER', 'Owner', 'everything'],
  ['MEMBER', 'Member', 'reads and changes all records'],
  ['DEVELOPER', 'Developer', 'reads all records, manages API keys and webhooks'],
  ['DRIVER', 'Driver', 'delivers the stops of a day, sees no prices'],
  ['VIEWER', 'Viewer', 'reads all records'],
];

/** The options of a select for a role. */
export function RoleOptions() {
  return ROLES.map(([role, name, about]) => (
    <option key={role} value={role}>
      {name}: {about}
    </option>
  ));
}

/** Returns the name of a role. */
export function nameOfRole(role: Role): string {
  return ROLES.find(([each]) => each === role)![1];
}
