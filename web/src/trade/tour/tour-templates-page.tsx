import { PencilLine, Plus, Route, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  DeleteTourTemplateDocument,
  type TemplateFactsFragment,
  TourTemplatesPageDocument,
} from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Menu } from '../../base/kit/layout/menu.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { weekdaysInWords } from '../../base/kit/words/weekdays.ts';
import { May, useMay } from '../../base/session/may.tsx';
import { TemplateDialog } from './template-dialog.tsx';

/** Lists the templates of tours, and makes, changes and deletes them. */
export default function TourTemplatesPage() {
  const templates = useData(TourTemplatesPageDocument, {});
  const mayWrite = useMay()('deliveries:write');
  const [edited, setEdited] = useState<TemplateFactsFragment | 'new'>();
  const [deleted, setDeleted] = useState<TemplateFactsFragment>();
  const columns: Column<TemplateFactsFragment>[] = [
    { name: 'Name', cell: ({ name }) => name },
    { name: 'Days', cell: ({ weekdays }) => weekdaysInWords(weekdays) },
    { name: 'Branches', cell: ({ branches }) => plural(branches.length, 'branch') },
    { name: 'Driver', cell: ({ driver }) => driver?.name ?? 'Open' },
    { name: 'Starts at', isSecondary: true, cell: ({ startsAt }) => startsAt },
    {
      name: 'Actions',
      cell: (template) =>
        mayWrite && (
          <Menu
            name={`Actions of ${template.name}`}
            actions={[
              { label: 'Change', icon: PencilLine, run: () => setEdited(template) },
              { label: 'Delete', icon: Trash2, isDangerous: true, run: () => setDeleted(template) },
            ]}
          />
        ),
    },
  ];
  return (
    <Page
      title="Tour templates"
      about="“Plan from templates” makes a tour of each, on its days of the week."
      back={{ href: '/tours', label: 'Tours' }}
      actions={
        <May needs="deliveries:write">
          <Button kind="primary" icon={Plus} onClick={() => setEdited('new')}>
            New template
          </Button>
        </May>
      }
    >
      <Loaded of={templates}>
        {({ tourTemplates }) =>
          tourTemplates.length === 0 ? (
            <Empty icon={Route} title="No templates yet">
              <p>A template has the branches of a tour in their order, and its days of the week.</p>
            </Empty>
          ) : (
            <Card isFlush>
              <Table
                caption="Tour templates"
                isStacked
                columns={columns}
                rows={tourTemplates}
                keyOf={({ id }) => id}
              />
            </Card>
          )
        }
      </Loaded>
      {edited && (
        <TemplateDialog
          template={edited === 'new' ? undefined : edited}
          drivers={templates.data?.drivers ?? []}
          onSaved={templates.reload}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <DeleteTemplate
          template={deleted}
          onDeleted={templates.reload}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Page>
  );
}

interface DeleteTemplateProps {
  template: TemplateFactsFragment;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteTemplate({ template, onDeleted, onClose }: DeleteTemplateProps) {
  const toast = useToast();
  const deleting = useAction(DeleteTourTemplateDocument, ['TourTemplate']);
  const confirm = async () => {
    if (!(await deleting.run({ id: template.id }))) return;
    toast(`${template.name} deleted`);
    onClose();
    onDeleted();
  };
  return (
    <ConfirmDialog
      title={`Delete ${template.name}?`}
      label="Delete template"
      isDangerous
      isBusy={deleting.isRunning}
      failure={deleting.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>Tours that were made after it stay.</p>
    </ConfirmDialog>
  );
}
