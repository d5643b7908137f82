import { TriangleAlert } from 'lucide-react';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { Page } from '../kit/page.tsx';

/** Shown in place of a page that threw while rendering. */
export function FailedPage() {
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
