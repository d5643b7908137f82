import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { ReturnPageDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Button } from '../kit/button.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Page } from '../kit/page.tsx';
import { useMay } from '../session/may.tsx';
import { NotFound } from '../shell/not-found.tsx';
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
