import type { AuditFilter } from '../../generated/operations.ts';
import { AUDIT_ACTIONS } from '../../generated/rules.ts';
import { SelectField } from '../../base/kit/form/field.tsx';
import { FilterBar, FilterInput, type Filters } from '../../base/kit/table/filters.tsx';

/** The filters of the audit log. */
export type AuditFilters = Filters<'about' | 'from' | 'to'>;

/** The topics of entries, each with its label and the beginnings of its actions. */
const TOPICS: Record<string, [label: string, ...prefixes: string[]]> = {
  'sign-in': ['Sign-in and sessions', 'session'],
  password: ['Password, second factor and e-mail', 'password', 'second_factor', 'email'],
  account: ['Account and plan', 'account'],
  people: ['People', 'person', 'invitation'],
  keys: ['API keys', 'key'],
  webhooks: ['Webhooks and alerts', 'webhook', 'alerts'],
  withdrawals: ['Lots and withdrawals', 'lots', 'withdrawal', 'notice_link'],
  others: ['Receipts and imports', 'receipt', 'receipt_link', 'file'],
};

/** Filters the audit log by topic and day. */
export function AuditFilterBar({ filters }: { filters: AuditFilters }) {
  const { values, set } = filters;
  return (
    <FilterBar filters={filters}>
      <SelectField
        name="about"
        label="About"
        value={values.about ?? ''}
        onChange={(event) => set('about', event.target.value)}
      >
        <option value="">Everything</option>
        {Object.entries(TOPICS).map(([topic, [label]]) => (
          <option key={topic} value={topic}>
            {label}
          </option>
        ))}
      </SelectField>
      <FilterInput
        name="from"
        label="From"
        type="date"
        value={values.from}
        onChange={(day) => set('from', day)}
      />
      <FilterInput name="to" label="To" type="date" value={values.to} onChange={(day) => set('to', day)} />
    </FilterBar>
  );
}

/** Returns the filters of an address as GraphQL takes them; days are those of the viewer. */
export function auditFilterOf({ values: { about, from, to } }: AuditFilters): AuditFilter {
  const [, ...prefixes] = TOPICS[about ?? ''] ?? [''];
  const actions = AUDIT_ACTIONS.filter((action) => prefixes.includes(action.split('.')[0]!));
  return {
    ...(actions.length > 0 && { actions }),
    ...(from && { from: timeOf(`${from}T00:00`) }),
    ...(to && { to: timeOf(`${to}T23:59:59.999`) }),
  };
}

function timeOf(local: string): string {
  const time = new Date(local);
  // The service refuses what is no time, and says so.
  return Number.isNaN(time.getTime()) ? local : time.toISOString();
}
