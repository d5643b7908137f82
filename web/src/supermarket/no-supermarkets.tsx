import { Store } from 'lucide-react';
import { ButtonLink } from '../kit/button.tsx';
import { Code } from '../kit/code.tsx';
import { curlOf } from '../kit/curl.ts';
import { Empty } from '../kit/empty.tsx';
import { useMay } from '../session/may.tsx';

const EXAMPLE = {
  name: 'Oakfield Stores',
  contact_email: 'buying@oakfield.example',
  branches: [{ name: 'Oakfield West', address: '5 Mill Lane', delivery_window: '06:00-10:00' }],
};

/** Explains how to add the first supermarket. */
export function NoSupermarkets() {
  const isAllowed = useMay()('supermarkets:write');
  return (
    <Empty icon={Store} title="No supermarkets yet">
      <p>
        Deliveries go to the branches of a supermarket.{' '}
        {isAllowed && 'Add your first supermarket here, or with the API:'}
      </p>
      {isAllowed && (
        <>
          <ButtonLink href="/supermarkets/new">Add a supermarket</ButtonLink>
          <Code label="example request" text={curlOf('/supermarkets', EXAMPLE)} />
        </>
      )}
    </Empty>
  );
}
