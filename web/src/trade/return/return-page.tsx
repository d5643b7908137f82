import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { ReturnPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { useMay } from '../../base/session/may.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { ReturnDetails } from './return-details.tsx';
import { UndoReturn } from './undo-return.tsx';

/** Shows one return, its reason and its credit. */
export default function ReturnPage() {
  const { id = '' } = useParams();
  const loading = useData(ReturnPageDocument, { id });
  const [isUndoing, setUndoing] = useState(false);
  const may = useMay();
  const found = loading.data?.return;
  const canUndo = may('returns:write') && found && found.reversesId === null && found.reversedById === null;
  if (found === null) return <NotFound what="This return" />;
  return (
    <Page
      title={`Return #${id}`}
      back={{ href: '/returns', label: 'Returns' }}
      actions={
        canUndo && (
          <Button icon={Undo2} onClick={() => setUndoing(true)}>
            Undo
          </Button>
        )
      }
    >
      <Loaded of={loading} lines={6}>
        {({ return: found }) => found && <ReturnDetails of={found} />}
      </Loaded>
      {found && isUndoing && (
        <UndoReturn
          of={found}
          onUndone={loading.reload}
          onRefused={loading.reload}
          onClose={() => setUndoing(false)}
        />
      )}
    </Page>
  );
}
