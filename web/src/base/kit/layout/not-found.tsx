import { Compass } from 'lucide-react';
import { ButtonLink } from './button.tsx';
import { Empty } from '../feedback/empty.tsx';
import { Page } from './page.tsx';

/** Shown for unknown addresses and missing records. */
export function NotFound({ what = 'This page' }: { what?: string }) {
  return (
    <Page title="Not found">
      <Empty icon={Compass} title={`${what} does not exist`}>
        <ButtonLink href="/">Go to start page</ButtonLink>
      </Empty>
    </Page>
  );
}
