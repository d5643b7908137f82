import { Code } from '../../base/kit/layout/code.tsx';
import { SecretDialog } from '../../base/kit/form/secret-dialog.tsx';
import { curlWith } from './curl.ts';

interface KeyValueProps {
  value: string;
  apiKey: { name: string; scopes: readonly string[] };
  onClose: () => void;
}

/** Shows a key's value, which is only available now, and how to use it. */
export function KeyValueDialog({ value, apiKey: { name, scopes }, onClose }: KeyValueProps) {
  return (
    <SecretDialog
      title={`API key “${name}”`}
      label="API key"
      value={value}
      ifLost="If it is lost, rotate the key."
      onClose={onClose}
    >
      <p>Example request:</p>
      <Code text={curlWith(value, scopes)} label="example request" />
    </SecretDialog>
  );
}
