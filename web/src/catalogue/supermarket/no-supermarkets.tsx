import { Store } from 'lucide-react';
import { ButtonLink } from '../../base/kit/layout/button.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { useMay } from '../../base/session/may.tsx';

/** Explains how to add the first supermarket. */
export function NoSupermarkets() {
  const isAllowed = useMay()('supermarkets:write');
  return (
    <Empty icon={Store} title="No supermarkets yet">
      <p>
        Deliveries go to the branches of a supermarket. {isAllowed && 'Add the first one, or import a file.'}
      </p>
      {isAllowed && (
        <>
          <ButtonLink kind="primary" href="/supermarkets/new">
            Add a supermarket
          </ButtonLink>
          <ButtonLink href="/imports">Import a file</ButtonLink>
        </>
      )}
    </Empty>
  );
}
