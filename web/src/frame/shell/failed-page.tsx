import { TriangleAlert, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { probe, useReach } from '../../base/graphql/reach.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { Page } from '../../base/kit/layout/page.tsx';

/** Shown in place of a page that threw while rendering, or of which a part could not be loaded. */
export function FailedPage() {
  const { isOffline } = useReach();
  // A part that does not arrive is no request that the page counts.
  useEffect(() => void probe(), []);
  if (isOffline) {
    return (
      <Page title="Not available offline">
        <Empty icon={WifiOff} title="This page is not on this device">
          <p role="alert">It was not opened here before. Open it again once you are online.</p>
        </Empty>
      </Page>
    );
  }
  return (
    <Page title="Something went wrong">
      <Empty icon={TriangleAlert} title="This page cannot be shown">
        <p role="alert">Your saved data is not affected. Reload the page, or open another one.</p>
        <Button kind="primary" onClick={() => location.reload()}>
          Reload page
        </Button>
        <ButtonLink href="/">Go to start page</ButtonLink>
      </Empty>
    </Page>
  );
}
