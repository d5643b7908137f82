import { useState } from 'react';
import { useClient } from 'urql';
import {
  type AlertsCardQuery,
  AlertsCardDocument,
  OlderAlertsDocument,
  RotateAlertSecretDocument,
  SendTestAlertDocument,
  UpdateAlertsDocument,
} from '../../generated/operations.ts';
import { AskButton } from '../../base/kit/feedback/ask-button.tsx';
import { useAction } from '../../base/graphql/use-action.ts';
import { changesOf } from '../../base/graphql/send-edit.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { useRead } from '../../base/graphql/use-read.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Checkbox, FieldGroup, TextField } from '../../base/kit/form/field.tsx';
import { Form, FormActions } from '../../base/kit/form/form.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { SecretDialog } from '../../base/kit/form/secret-dialog.tsx';
import { textIn } from '../../base/kit/form/text-in.ts';
import { Time } from '../../base/kit/words/time.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useOlder } from '../../base/list/use-older.tsx';
import { alertErrorInWords, ALERTS, nameOf, STATUSES } from './alert-words.ts';

/** Edits where alerts are sent, and shows the latest ones. */
export function AlertsCard() {
  const alerts = useData(AlertsCardDocument, {});
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Card
      title="Alerts"
      about="Get notified when a webhook fails, a key expires, an import fails or a receipt is disputed. At most 20 alerts per hour; a summary at its end counts the others."
    >
      <Loaded of={alerts}>
        {(data) => <AlertsForm data={data} onSecret={setSecret} onChanged={alerts.reload} />}
      </Loaded>
      {secret && (
        <SecretDialog
          title="Secret of the alerts"
          label="secret of the alerts"
          value={secret}
          ifLost="If it is lost, replace it."
          onClose={() => setSecret(null)}
        >
          <p>Alerts are signed like callbacks, with this secret.</p>
        </SecretDialog>
      )}
    </Card>
  );
}

interface AlertsFormProps {
  data: AlertsCardQuery;
  onSecret: (secret: string | null) => void;
  onChanged: () => void;
}

function AlertsForm({ data: { alertSettings, alerts, alertCount }, onSecret, onChanged }: AlertsFormProps) {
  const readOlder = useRead(OlderAlertsDocument);
  const latest = useOlder({
    of: 'alerts',
    newest: alerts,
    total: alertCount,
    noun: 'alert',
    nameOf: ({ id }) => id,
    read: async (skip) => (await readOlder({ skip }))?.alerts,
  });
  const update = useAction(UpdateAlertsDocument);
  const rotate = useAction(RotateAlertSecretDocument);
  const test = useAction(SendTestAlertDocument);
  const toast = useToast();
  const client = useClient();
  // What the form shows; the settings can be read again while it is edited.
  const [before, setBefore] = useState(alertSettings);
  const readMuted = async () => {
    const read = await client.query(AlertsCardDocument, {}, { requestPolicy: 'network-only' }).toPromise();
    return new Set(read.data?.alertSettings.muted ?? before.muted);
  };
  const submit = async (values: FormData) => {
    const muted = ALERTS.map(([type]) => type).filter((type) => !values.has(type));
    const entered = { url: textIn(values, 'url'), byMail: values.has('byMail'), muted };
    const { muted: changed, ...input } = changesOf(before, entered);
    const [old, now] = [new Set(before.muted), new Set(muted)];
    const saved = await update.run({
      input: {
        ...input,
        // What somebody else changed meanwhile stays.
        ...(changed && {
          muted: [...(await readMuted()).difference(old.difference(now)).union(now.difference(old))],
        }),
      },
    });
    if (!saved) return;
    setBefore(entered);
    toast('Alerts saved');
    onSecret(saved.updateAlertSettings.secret);
    onChanged();
  };
  return (
    <>
      <Form onSubmit={(values) => void submit(values)} failure={update.failure ?? test.failure}>
        <TextField
          name="url"
          label="URL"
          type="url"
          defaultValue={before.url ?? ''}
          hint="Alerts are posted to it as JSON, and signed."
          isOptional
        />
        <Checkbox
          name="byMail"
          label="Also by mail to the account’s address, if this service can send mail"
          defaultChecked={before.byMail}
        />
        <FieldGroup name="muted" label="Notify me when">
          {ALERTS.map(([type, label]) => (
            <Checkbox key={type} name={type} label={label} defaultChecked={!before.muted.includes(type)} />
          ))}
        </FieldGroup>
        <FormActions>
          <Button
            isBusy={test.isRunning}
            onClick={async () => {
              if (!(await test.run({}))) return;
              toast('A test is being sent');
              onChanged();
            }}
          >
            Send a test alert
          </Button>
          {alertSettings.url !== null && (
            <AskButton
              name="Rotate secret"
              title="Rotate the secret of the alerts?"
              label="Rotate secret"
              isBusy={rotate.isRunning}
              failure={rotate.failure}
              onConfirm={async () => {
                const rotated = await rotate.run({});
                if (rotated) onSecret(rotated.rotateAlertSecret.secret);
                return rotated !== undefined;
              }}
            >
              <p>The new secret is shown only once, and alerts are signed with it from now on.</p>
            </AskButton>
          )}
          <Button type="submit" kind="primary" isBusy={update.isRunning}>
            Save alerts
          </Button>
        </FormActions>
      </Form>
      {alerts.length > 0 && (
        <ul aria-label="Latest alerts">
          {latest.entries.map(({ id, type, status, error, createdAt }) => (
            <li key={id}>
              {nameOf(type)} · {STATUSES[status]}
              {error && ` (${alertErrorInWords(error)})`} · <Time value={createdAt} />
            </li>
          ))}
        </ul>
      )}
      {latest.notice}
    </>
  );
}
