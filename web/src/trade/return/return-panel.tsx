import { type PlacedReturnFragment, ReturnPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import type { PanelProps } from '../../base/list/beside.tsx';
import { PanelActions, RecordPanel } from '../../base/list/record-panel.tsx';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { ReturnDetails } from './return-details.tsx';

type ReturnPanelProps = PanelProps & Pick<RowMenu<PlacedReturnFragment>, 'actionsOf'>;

/** Shows a return beside the list. */
export default function ReturnPanel({ id, version, actionsOf, ...panel }: ReturnPanelProps) {
  const found = useData(ReturnPageDocument, { id }, { version });
  return (
    <RecordPanel
      {...panel}
      noun="return"
      name={`Return #${id}`}
      href={`/returns/${id}`}
      of={found}
      found={found.data?.return}
      actions={(shown) => <PanelActions actions={actionsOf(shown)} />}
    >
      {(shown) => <ReturnDetails of={shown} />}
    </RecordPanel>
  );
}
