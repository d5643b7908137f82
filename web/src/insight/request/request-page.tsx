import { SearchX } from 'lucide-react';
import { Link, useParams } from 'wouter';
import { RequestPageDocument, type RequestPageQuery } from '../../generated/operations.ts';
import { WHAT_TO_DO } from '../../generated/rules.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { Code } from '../../base/kit/layout/code.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { OutLink } from '../../base/kit/layout/out-link.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { curlOfRequest } from './curl-of-request.ts';
import { requestIdOf } from './request-path.ts';
import { RequestStatus } from './request-status.tsx';
import { senderAtPage } from './sender-at-page.ts';

type Request = NonNullable<RequestPageQuery['request']>;

/** Shows one request, what to do about its error, and how to send it again. */
export default function RequestPage() {
  const id = requestIdOf(useParams<{ id: string }>().id);
  const loading = useData(RequestPageDocument, { id });
  const request = loading.data?.request;
  if (request === null) return <NotLogged id={id} />;
  return (
    <Page
      title={request ? `${request.method} ${request.operation ?? request.path}` : 'Request'}
      beside={request && <RequestStatus request={request} />}
      back={{ href: '/requests', label: 'Requests' }}
    >
      <Loaded of={loading}>{({ request }) => request && <Details request={request} />}</Loaded>
    </Page>
  );
}

function Details({ request }: { request: Request }) {
  const { code, problem, field, message, method, path, query, endpoint } = request;
  const { keyId, keyName, idempotencyKeyHash } = request;
  const optional: [string, React.ReactNode | null][] = [
    ['Endpoint', endpoint],
    ['Operation', request.operation],
    ['Error', code && <code key="code">{code}</code>],
    ['Problem', problem && <code key="problem">{problem}</code>],
    ['Field', field && <code key="field">{field}</code>],
    ['Message', message],
    ['Idempotency-Key (SHA-256)', idempotencyKeyHash && <code key="hash">{idempotencyKeyHash}…</code>],
    ['User agent', request.userAgent],
  ];
  return (
    <>
      {code && <Advice code={code} />}
      {request.status === null && (
        <Notice tone="warn" title="The client disconnected before the response">
          Increase the timeout of the client, or request less data.
        </Notice>
      )}
      <Card title="Details">
        <Facts
          facts={[
            ['Request', <code key="path">{`${method} ${path}${query === null ? '' : `?${query}`}`}</code>],
            ['X-Request-Id', <code key="id">{request.id}</code>],
            ['Received', <Time key="time" value={request.receivedAt} isExact />],
            ['Duration', `${wholeNumber(request.durationMs)} ms`],
            [
              'Sender',
              keyId === null ? (
                senderAtPage(request.personName)
              ) : (
                <Link key="key" href={`/requests?keyId=${keyId}`}>
                  {keyName ?? `#${keyId}`}
                </Link>
              ),
            ],
            ['Network', request.address],
            ...optional.filter(([, value]) => value !== null && value !== ''),
          ]}
        />
      </Card>
      {request.body !== null && (
        <Card
          title="Body"
          about={
            request.bodyCut ? 'The first 4 KiB, with secrets masked.' : 'As it was sent, with secrets masked.'
          }
        >
          <Code text={request.body} label="masked body" />
        </Card>
      )}
      {keyId !== null && (
        <Card title="Send it again" about="Set KEY to an API key. What the log does not keep is left out.">
          <Code text={curlOfRequest(request)} label="curl command" />
        </Card>
      )}
    </>
  );
}

/** Says what to do about an error, as the documentation does. */
function Advice({ code }: { code: string }) {
  const advice = WHAT_TO_DO[code];
  if (!advice) return null;
  return (
    <Notice tone="warn" title="What to do" actions={<OutLink href="/docs/errors" label="Error codes" />}>
      {advice}
    </Notice>
  );
}

function NotLogged({ id }: { id: string }) {
  return (
    <Page title="Not found" back={{ href: '/requests', label: 'Requests' }}>
      <Empty icon={SearchX} title={`The log has no request ${id}`}>
        <p>
          Requests appear a second after they end, and are deleted after some days. Successful reads over 10
          per second, and requests without a valid key, are not logged.
        </p>
        <ButtonLink href="/requests">All requests</ButtonLink>
      </Empty>
    </Page>
  );
}
