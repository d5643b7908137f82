import { Compass } from 'lucide-react';
import { ButtonLink } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { Page } from '../kit/page.tsx';

/** For addresses that lead nowhere, and for records that are not there. */
export function NotFound({ what = 'This page' }: { what?: string }) {
  return (
    <Page title="Not found">
      <Empty icon={Compass} title={`${what} does not exist.`}>
        <ButtonLink href="/">To the dashboard</ButtonLink>
      </Empty>
    </Page>
  );
}
