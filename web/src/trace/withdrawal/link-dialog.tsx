import { useState } from 'react';
import { CreateNoticeLinkDocument, type NoticeFactsFragment } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Checkbox, TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';

interface LinkDialogProps {
  notice: NoticeFactsFragment;
  onCreated: () => void;
  onClose: () => void;
}

/** Creates a link with which a branch acknowledges the withdrawal, and mails it if asked. */
export function LinkDialog({ notice, onCreated, onClose }: LinkDialogProps) {
  const { run, isRunning, failure } = useAction(CreateNoticeLinkDocument);
  const [url, setUrl] = useState<string>();
  const toast = useToast();
  const create = async (values: FormData) => {
    if (url !== undefined) return onClose();
    const created = await run({ noticeId: notice.id, mail: values.has('mail') }, (_failure, partial) => {
      // The link was made although the mail was refused.
      setUrl(partial?.createNoticeLink?.url);
    });
    if (!created) return;
    const { url: address, mailedTo } = created.createNoticeLink;
    setUrl(address);
    toast(mailedTo ? `Link mailed to ${mailedTo}` : 'Link created');
    onCreated();
  };
  return (
    <FormDialog
      title={`Link for ${notice.branch.name}`}
      label={url === undefined ? 'Create link' : 'Done'}
      onSubmit={(values) => void create(values)}
      onClose={onClose}
      isBusy={isRunning}
      failure={failure}
    >
      <p>The branch answers by the link without signing in: what it found, destroyed and holds.</p>
      {url === undefined ? (
        <Checkbox name="mail" label="Mail it to the contact address of the supermarket" />
      ) : (
        <TextField name="url" label="Link" value={url} readOnly hint="It is shown only now." />
      )}
    </FormDialog>
  );
}
