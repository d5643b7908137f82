import { useEffect, useState } from 'react';
import { Notice } from '../kit/feedback/notice.tsx';
import { Skeleton } from '../kit/feedback/skeleton.tsx';
import { Front } from './front.tsx';

/** Explains that the page was opened at another address than the service's own, and what to set. */
export function WrongAddress() {
  const publicUrl = usePublicUrl();
  const { origin } = location;
  return (
    <Front title="Open this page at its own address">
      {publicUrl === undefined ? (
        <Skeleton lines={4} />
      ) : (
        <>
          <Notice tone="warn">
            You opened the page at <strong>{origin}</strong>, but this service is set up for{' '}
            <strong>{publicUrl}</strong>. Signing in only works at that address.
          </Notice>
          <p>
            Go to <a href={`${publicUrl}/settings`}>{publicUrl}/settings</a>.
          </p>
          <p>
            If <code>{origin}</code> is the right address, set <code>PUBLIC_URL={origin}</code> and restart
            the service.
          </p>
        </>
      )}
    </Front>
  );
}

/** Returns the public address of the service, from its OpenAPI document; undefined until it is loaded. */
function usePublicUrl(): string | undefined {
  const [publicUrl, setPublicUrl] = useState<string>();
  useEffect(() => {
    void fetch('/openapi.json')
      .then((response) => response.json())
      .then(({ servers }: { servers: { url: string }[] }) =>
        setPublicUrl(servers[0]!.url.replace('/api/v1', '')),
      );
  }, []);
  return publicUrl;
}
