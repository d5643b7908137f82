import type { AuditFilter } from '../../generated/operations.ts';
import { AUDIT_ACTIONS } from '../../generated/rules.ts';
import { FilterBar, FilterInput, type Filters, FilterSelect } from '../../base/kit/table/filters.tsx';

/** The filters of the audit log. */
export type AuditFilters = Filters<'about' | 'from' | 'to'>;

const TOPICS = {
  'sign-in': 'Sign-in and sessions',
  password: 'Password, second factor and e-mail',
  account: 'Account and plan',
  people: 'People',
  keys: 'API keys',
  webhooks: 'Webhooks and alerts',
  orders: 'Standing orders and closed days',
  tours: 'Tours',
  goods: 'Prices and crates',
  receipts: 'Receipts',
  withdrawals: 'Lots and withdrawals',
  others: 'Imports and views',
};

/** The beginning of an action, which names the kind of record. */
type Subject<Action> = Action extends `${infer Noun}.${string}` ? Noun : never;

const TOPIC_OF: Record<Subject<(typeof AUDIT_ACTIONS)[number]>, keyof typeof TOPICS> = {
  session: 'sign-in',
  password: 'password',
  second_factor: 'password',
  email: 'password',
  account: 'account',
  person: 'people',
  invitation: 'people',
  key: 'keys',
  webhook: 'webhooks',
  alerts: 'webhooks',
  standing_order: 'orders',
  occurrence: 'orders',
  closed_days: 'orders',
  tour: 'tours',
  tour_template: 'tours',
  prices: 'goods',
  containers: 'goods',
  receipt: 'receipts',
  receipt_link: 'receipts',
  lots: 'withdrawals',
  withdrawal: 'withdrawals',
  notice_link: 'withdrawals',
  file: 'others',
  view: 'others',
};

/** Filters the audit log by topic and day. */
export function AuditFilterBar({ filters }: { filters: AuditFilters }) {
  const { values, set } = filters;
  return (
    <FilterBar filters={filters}>
      <FilterSelect
        filters={filters}
        name="about"
        label="About"
        options={Object.entries(TOPICS)}
        none="Everything"
      />
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
  const actions = AUDIT_ACTIONS.filter((action) => TOPIC_OF[subjectOf(action)] === about);
  return {
    ...(actions.length > 0 && { actions }),
    ...(from && { from: timeOf(`${from}T00:00`) }),
    ...(to && { to: timeOf(`${to}T23:59:59.999`) }),
  };
}

function subjectOf<Action extends string>(action: Action): Subject<Action> {
  return action.split('.', 1)[0] as Subject<Action>;
}

function timeOf(local: string): string {
  const time = new Date(local);
  // The service refuses what is no time, and says so.
  return Number.isNaN(time.getTime()) ? local : time.toISOString();
}
