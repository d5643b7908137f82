import { SetLogsBodiesDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';

interface BodiesSwitchProps {
  isOn: boolean;
  onChanged: () => void;
}

/** Switches off and on whether the bodies of failed changes are logged. */
export function BodiesSwitch({ isOn, onChanged }: BodiesSwitchProps) {
  const { run, isRunning, failure } = useAction(SetLogsBodiesDocument);
  const toast = useToast();
  const change = async () => {
    if (!(await run({ input: { logsRequestBodies: !isOn } }))) return;
    toast(isOn ? 'Bodies hidden, and erased within minutes' : 'Bodies are logged from now on');
    onChanged();
  };
  return (
    <Card
      title="Bodies of failed changes"
      about={
        isOn
          ? 'They are kept with secrets masked, up to 4 KiB each, so that you see what was refused. They can contain personal data.'
          : 'They are not kept. Turn this on to see what was refused.'
      }
    >
      {failure && <Notice tone="bad">{failure.message}</Notice>}
      <Button isBusy={isRunning} onClick={() => void change()}>
        {isOn ? 'Stop keeping bodies' : 'Keep bodies'}
      </Button>
    </Card>
  );
}
