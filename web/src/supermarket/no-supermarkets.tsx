import { Store } from 'lucide-react';
import { ButtonLink } from '../kit/button.tsx';
import { Code } from '../kit/code.tsx';
import { curlOf } from '../kit/curl.ts';
import { Empty } from '../kit/empty.tsx';

const EXAMPLE = {
  name: 'Oakfield Stores',
  contact_email: 'buying@oakfield.example',
  branches: [{ name: 'Oakfield West', address: '5 Mill Lane', delivery_window: '06:00-10:00' }],
};

/** Teaches how the first supermarket comes about. */
export function NoSupermarkets() {
  return (
    <Empty icon={Store} title="No supermarkets yet">
      <p>
        Deliveries go to the branches of a supermarket, so this is where to begin. Add the first one here, or
        send it from your own system with an API key.
      </p>
      <ButtonLink href="/supermarkets/new">Add a supermarket</ButtonLink>
      <Code label="the line that creates a supermarket" text={curlOf('/supermarkets', EXAMPLE)} />
    </Empty>
  );
}
