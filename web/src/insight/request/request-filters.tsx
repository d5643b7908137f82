import { RequestFilterKeysDocument, type RequestFilter } from '../../generated/operations.ts';
import { type FILTERS, MAX_TEXT, WHAT_TO_DO } from '../../generated/rules.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { FilterInput, type Filters, FilterSelect } from '../../base/kit/table/filters.tsx';
import { ListBar } from '../../base/list/list-bar.tsx';
import styles from './request-filters.module.css';
import { HOUR_MS } from '../../base/kit/words/durations.ts';

/** The presets of times, and how long ago they begin. */
const PRESETS = [
  ['Last hour', HOUR_MS],
  ['Last 24 hours', 24 * HOUR_MS],
  ['Last 7 days', 7 * 24 * HOUR_MS],
] as const;

/** The filters of the list of requests. */
export type RequestFilters = Filters<(typeof FILTERS.requests)[number]>;

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

/** Filters the list of requests. */
export function RequestFilterBar({ filters }: { filters: RequestFilters }) {
  const { values, set } = filters;
  const { data } = useData(RequestFilterKeysDocument, {});
  const keys = data?.apiKeys.map(({ id, name, lastFour }) => [id, `${name} (…${lastFour})`] as const) ?? [];
  return (
    <ListBar
      filters={filters}
      search={
        <FilterInput
          name="path"
          label="Path"
          isLabelHidden
          type="search"
          placeholder="Part of the path"
          maxLength={MAX_TEXT}
          value={values.path}
          onChange={(path) => set('path', path)}
        />
      }
      words={{
        failed: (value) => (value === 'true' ? 'Failed' : 'Succeeded'),
        keyId: (id) => keys.find(([each]) => each === id)?.[1] ?? `#${id}`,
      }}
      presets={<TimePresets filters={filters} />}
    >
      <FilterSelect
        filters={filters}
        name="failed"
        label="Result"
        none="All"
        options={[
          ['true', 'Failed'],
          ['false', 'Succeeded'],
        ]}
      />
      <FilterSelect filters={filters} name="keyId" label="Key" none="All keys and people" options={keys} />
      <FilterSelect
        filters={filters}
        name="method"
        label="Method"
        none="All"
        options={METHODS.map((name) => [name, name])}
      />
      <FilterInput
        name="status"
        label="Status"
        inputMode="numeric"
        pattern="[1-5]\d\d"
        placeholder="Such as 404"
        value={values.status}
        onChange={(status) => set('status', status)}
      />
      <FilterSelect
        filters={filters}
        name="code"
        label="Error"
        none="All"
        options={Object.keys(WHAT_TO_DO).map((code) => [code, code])}
      />
      <FilterInput
        name="idempotencyKey"
        label="Idempotency-Key"
        maxLength={MAX_TEXT}
        value={values.idempotencyKey}
        onChange={(key) => set('idempotencyKey', key)}
      />
      <FilterInput
        name="from"
        label="From"
        type="datetime-local"
        value={values.from}
        onChange={(time) => set('from', time)}
      />
      <FilterInput
        name="to"
        label="To"
        type="datetime-local"
        value={values.to}
        onChange={(time) => set('to', time)}
      />
    </ListBar>
  );
}

/** Shows the requests since some time with one press. */
function TimePresets({ filters: { setAll } }: { filters: RequestFilters }) {
  return (
    <div className={styles.presets} role="group" aria-label="Time">
      {PRESETS.map(([label, ago]) => (
        <Button key={label} isSmall onClick={() => setAll({ from: localTime(Date.now() - ago), to: '' })}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** Returns a time as a field for local times has it, to the minute. */
export function localTime(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offsetMs).toISOString().slice(0, 16);
}

/** Returns the filters of an address as GraphQL takes them; times are in the viewer's time zone. */
export function requestFilterOf({ values }: RequestFilters): RequestFilter {
  const { failed, status, from, to, ...texts } = values;
  return {
    ...texts,
    ...(failed && { failed: failed === 'true' }),
    ...(status && { status: Number(status) }),
    ...(from && { from: timeOf(from) }),
    ...(to && { to: timeOf(to) }),
  };
}

function timeOf(local: string): string {
  const time = new Date(local);
  // The service refuses what is no time, and says so.
  return Number.isNaN(time.getTime()) ? local : time.toISOString();
}
