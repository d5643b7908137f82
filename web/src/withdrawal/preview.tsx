import { Link } from 'wouter';
import { WithdrawalPreviewDocument, type WithdrawalPreviewQuery } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Loaded } from '../kit/loaded.tsx';
import { Notice } from '../kit/notice.tsx';
import { plural } from '../kit/plural.ts';

/** What a preview is about: a lot, or a range of dates. */
export interface Previewed {
  productId: string;
  lot?: string;
  bestBeforeFrom?: string;
  bestBeforeTo?: string;
}

type Trace = WithdrawalPreviewQuery['lotTrace'];

/** Shows which branches get a notice, and what is still pending. */
export function Preview({ of }: { of: Previewed }) {
  const trace = useData(WithdrawalPreviewDocument, of);
  return (
    <Loaded of={trace} lines={2}>
      {({ lotTrace }) => <Result trace={lotTrace} name={of.lot ? `Lot ${of.lot}` : 'These dates'} />}
    </Loaded>
  );
}

function Result({ trace: { nodes, pageInfo }, name }: { trace: Trace; name: string }) {
  const branches = branchesOf(nodes);
  const pending = new Set(
    nodes.filter(({ delivery }) => !delivery.inTransitAt).map(({ delivery }) => delivery.id),
  );
  if (branches.size === 0 && pending.size === 0) {
    return (
      <Notice tone="warn">{name}: no delivery has it. Check the product, and upper and lower case.</Notice>
    );
  }
  return (
    <div className="wraps">
      <p>
        <strong>
          {name}: {pageInfo.hasNextPage && 'at least '}
          {plural(branches.size, 'branch')} {branches.size === 1 ? 'gets' : 'get'} a notice
        </strong>
      </p>
      <ul>
        {[...branches.values()].map(({ id, label, quantity }) => (
          <li key={id}>
            {label}: {plural(quantity, 'unit')} delivered and not returned
          </li>
        ))}
      </ul>
      {pending.size > 0 && (
        <Notice tone="warn" title="Still pending, so without a notice. Cancel or change:">
          {[...pending].map((id) => (
            <Link key={id} href={`/deliveries/${id}`}>
              #{id}{' '}
            </Link>
          ))}
        </Notice>
      )}
    </div>
  );
}

/** Returns the branches that got some, with how much. */
function branchesOf(nodes: Trace['nodes']) {
  const branches = new Map<string, { id: string; label: string; quantity: number }>();
  for (const { branch, delivery, quantity, returned } of nodes) {
    if (!delivery.inTransitAt) continue;
    const label = `${delivery.supermarketName}, ${branch.name}`;
    const known = branches.get(branch.id) ?? { id: branch.id, label, quantity: 0 };
    branches.set(branch.id, { ...known, quantity: known.quantity + quantity - returned });
  }
  return branches;
}
