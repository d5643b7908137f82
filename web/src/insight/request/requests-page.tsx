import { Inbox, SearchX } from 'lucide-react';
import { RequestLogSettingsDocument, RequestsPageDocument } from '../../generated/operations.ts';
import { FILTERS } from '../../generated/rules.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { useFilters } from '../../base/kit/table/filters.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { OutLink } from '../../base/kit/layout/out-link.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Pager, usePageArguments } from '../../base/kit/table/pager.tsx';
import { May } from '../../base/session/may.tsx';
import { BodiesSwitch } from './bodies-switch.tsx';
import { RequestFilterBar, requestFilterOf } from './request-filters.tsx';
import { RequestsTable } from './requests-table.tsx';

const LOOK_EVERY_MS = 5_000;

/** Lists the latest requests, newest first. */
export default function RequestsPage() {
  const filters = useFilters(...FILTERS.requests);
  const variables = { ...usePageArguments(), filter: requestFilterOf(filters) };
  const requests = useData(RequestsPageDocument, variables, { everyMs: LOOK_EVERY_MS });
  const settings = useData(RequestLogSettingsDocument, {});
  const isOff = settings.data?.requestLogDays === 0;
  if (isOff) return <LogIsOff />;
  return (
    <Page
      title="Requests"
      isList
      about={
        <>
          All failed requests and all changes. Of successful reads with an API key, up to 10 per second are
          shown. <OutLink href="/docs/request-log" label="Guide" about="the request log" />
        </>
      }
    >
      <Card isFlush>
        <RequestFilterBar filters={filters} />
        <Loaded of={requests} lines={10}>
          {({ requests }) =>
            requests.nodes.length > 0 ? (
              <>
                <RequestsTable requests={requests.nodes} />
                <Pager of={requests} noun="request" />
              </>
            ) : filters.isEmpty ? (
              <Empty icon={Inbox} title="No requests in the log">
                <p>Requests appear here a second after they end. The log keeps only the latest days.</p>
              </Empty>
            ) : (
              <Empty icon={SearchX} title="No requests match these filters">
                <Button onClick={filters.clear}>Clear filters</Button>
              </Empty>
            )
          }
        </Loaded>
      </Card>
      {settings.data && (
        <May needs="account">
          <BodiesSwitch isOn={settings.data.account.logsRequestBodies} onChanged={settings.reload} />
        </May>
      )}
    </Page>
  );
}

function LogIsOff() {
  return (
    <Page title="Requests">
      <Empty icon={Inbox} title="The request log is off">
        <p>
          This service keeps no requests. Its operator can set <code>REQUEST_LOG_DAYS</code>.
        </p>
      </Empty>
    </Page>
  );
}
