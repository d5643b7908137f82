import { Pencil, Plus, Tag } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { SupermarketPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { useFilters } from '../../base/kit/table/filters.tsx';
import { usePageArguments } from '../../base/kit/table/pager.tsx';
import type { WithTables } from '../../base/list/record-tables.ts';
import { May } from '../../base/session/may.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { EditSupermarket } from './edit-supermarket.tsx';
import { SupermarketDetails } from './supermarket-details.tsx';

/** Shows one supermarket with its branches and deliveries. */
export default function SupermarketPage({ tables }: WithTables) {
  const { id = '' } = useParams();
  const filters = useFilters('dateFrom', 'dateTo');
  const result = useData(SupermarketPageDocument, { id, ...usePageArguments(), filter: filters.values });
  const [isEditing, setEditing] = useState(false);
  const supermarket = result.data?.supermarket;
  if (supermarket === null) return <NotFound what="This supermarket" />;
  return (
    <Page
      title={supermarket?.name ?? 'Supermarket'}
      about={supermarket && <a href={`mailto:${supermarket.contactEmail}`}>{supermarket.contactEmail}</a>}
      back={{ href: '/supermarkets', label: 'Supermarkets' }}
      actions={
        supermarket && (
          <>
            <May needs="products:read">
              <ButtonLink icon={Tag} href={`/supermarkets/${id}/prices`}>
                Prices
              </ButtonLink>
            </May>
            <May needs="supermarkets:write">
              <Button icon={Pencil} onClick={() => setEditing(true)}>
                Edit
              </Button>
            </May>
            <May needs="deliveries:write">
              <ButtonLink kind="primary" icon={Plus} href={`/deliveries/new?supermarketId=${id}`}>
                New delivery
              </ButtonLink>
            </May>
          </>
        )
      }
    >
      <Loaded of={result} lines={8}>
        {({ supermarket }) =>
          supermarket && (
            <SupermarketDetails
              supermarket={supermarket}
              filters={filters}
              reload={result.reload}
              tables={tables}
            />
          )
        }
      </Loaded>
      {supermarket && isEditing && (
        <EditSupermarket
          supermarket={supermarket}
          onSaved={result.reload}
          onClose={() => setEditing(false)}
        />
      )}
    </Page>
  );
}
