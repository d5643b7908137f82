import { useState } from 'react';
import { AllowAssistantsDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { Choice } from '../../base/kit/form/choice.tsx';
import { Code } from '../../base/kit/layout/code.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { OutLink } from '../../base/kit/layout/out-link.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';

const ADDRESS = `${location.origin}/mcp`;
const CLIENTS = [
  ['claude', 'Claude Code'],
  ['cursor', 'Cursor'],
  ['codex', 'Codex'],
] as const;
type Client = (typeof CLIENTS)[number][0];

const SETUP: Record<Client, { place: string; text: string }> = {
  claude: {
    place: 'Run in a terminal, with your key in PROVENDER_API_KEY:',
    text: `claude mcp add --transport http provender ${ADDRESS} --header "Authorization: Bearer $PROVENDER_API_KEY"`,
  },
  cursor: {
    place: 'Add to ~/.cursor/mcp.json, and set PROVENDER_API_KEY to your key:',
    text: JSON.stringify(
      {
        mcpServers: {
          provender: { url: ADDRESS, headers: { Authorization: 'Bearer ${env:PROVENDER_API_KEY}' } },
        },
      },
      null,
      2,
    ),
  },
  codex: {
    place: 'Add to ~/.codex/config.toml, and set PROVENDER_API_KEY to your key:',
    text: `[mcp_servers.provender]\nurl = "${ADDRESS}"\nbearer_token_env_var = "PROVENDER_API_KEY"`,
  },
};

const PERMISSIONS = [
  ['read', 'Only read'],
  ['write', 'Also change records'],
] as const;

/** Shows how to connect an assistant, and lets the user decide whether assistants may change records. */
export function AssistantCard({ mayWrite, onChanged }: { mayWrite: boolean; onChanged: () => void }) {
  const [client, setClient] = useState<Client>('claude');
  const { run, failure } = useAction(AllowAssistantsDocument);
  const toast = useToast();
  const allow = async (assistantsMayWrite: boolean) => {
    if (!(await run({ input: { assistantsMayWrite } }))) return;
    toast(assistantsMayWrite ? 'Assistants may change records' : 'Assistants may only read');
    onChanged();
  };
  const { place, text } = SETUP[client];
  return (
    <Card
      title="Connect an assistant"
      about="AI assistants read your records over the Model Context Protocol, with an API key and its permissions. Create a key for each assistant."
      actions={<OutLink href="/docs/assistants" label="Guide" about="Assistants" />}
    >
      <Choice name="client" label="Assistant" value={client} options={CLIENTS} onChange={setClient} />
      <p>{place}</p>
      <Code text={text} label="setup of the assistant" />
      <Choice
        name="permission"
        label="Assistants may"
        value={mayWrite ? 'write' : 'read'}
        options={PERMISSIONS}
        onChange={(value) => void allow(value === 'write')}
      />
      <FailedNotice failure={failure} />
    </Card>
  );
}
