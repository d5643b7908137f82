import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { KeysPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Code } from '../../base/kit/layout/code.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { AssistantCard } from './assistant-card.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { curlWith } from './curl.ts';
import type { KeyRow } from './key-row.ts';
import { KeyValueDialog } from './key-value-dialog.tsx';
import { KeysTable } from './keys-table.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

type Open =
  | { dialog: 'create' }
  | { dialog: 'rotate' | 'revoke'; apiKey: KeyRow }
  | { dialog: 'value'; value: string; apiKey: { name: string; scopes: string[] } };

/** Lists the API keys, and creates, rotates and revokes them. */
export default function KeysPage() {
  const keys = useData(KeysPageDocument, {});
  const [open, setOpen] = useState<Open>();
  const toast = useToast();
  const close = () => setOpen(undefined);
  const show = (issued: Omit<Extract<Open, { dialog: 'value' }>, 'dialog'>) => {
    setOpen({ dialog: 'value', ...issued });
    keys.reload();
  };
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'create' })} aria-keyshortcuts="n">
      Create key
    </Button>
  );
  return (
    <Page
      title="API keys"
      about="Keys authenticate API requests."
      actions={
        <>
          {keys.data?.apiKeys.length !== 0 && <DownloadCsv list="api-keys" />}
          {create}
        </>
      }
    >
      <Card isFlush>
        <Loaded of={keys}>
          {({ apiKeys, scopes }) =>
            apiKeys.length === 0 ? (
              <Empty icon={KeyRound} title="No API keys yet">
                <p>Create a key to use the API. This request then lists your deliveries:</p>
                <Code
                  text={curlWith('$KEY', ['deliveries:read']).replaceAll("'", '"')}
                  label="example request"
                />
              </Empty>
            ) : (
              <KeysTable
                keys={apiKeys}
                scopes={scopes}
                onRotate={(apiKey) => setOpen({ dialog: 'rotate', apiKey })}
                onRevoke={(apiKey) => setOpen({ dialog: 'revoke', apiKey })}
              />
            )
          }
        </Loaded>
      </Card>
      {keys.data && <AssistantCard mayWrite={keys.data.account.assistantsMayWrite} onChanged={keys.reload} />}
      {open?.dialog === 'create' && keys.data && (
        <CreateKeyDialog scopes={keys.data.scopes} onCreated={show} onClose={close} />
      )}
      {open?.dialog === 'rotate' && <RotateKeyDialog apiKey={open.apiKey} onRotated={show} onClose={close} />}
      {open?.dialog === 'revoke' && (
        <RevokeKeyDialog
          apiKey={open.apiKey}
          onClose={close}
          onRevoked={() => {
            close();
            keys.reload();
            toast('API key revoked');
          }}
        />
      )}
      {open?.dialog === 'value' && <KeyValueDialog value={open.value} apiKey={open.apiKey} onClose={close} />}
    </Page>
  );
}
