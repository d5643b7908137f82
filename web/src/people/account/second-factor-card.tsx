import { lazy, Suspense, useState } from 'react';
import { SecondFactorCardDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { FormActions } from '../../base/kit/form/form.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Skeleton } from '../../base/kit/feedback/skeleton.tsx';

// With the library that draws QR codes, which is large.
const SetUpDialog = lazy(async () => ({
  default: (await import('./second-factor-dialogs.tsx')).SetUpDialog,
}));
const RenewDialog = lazy(async () => ({
  default: (await import('./second-factor-dialogs.tsx')).RenewDialog,
}));
const StopDialog = lazy(async () => ({
  default: (await import('./second-factor-dialogs.tsx')).StopDialog,
}));

/** Shows whether the person has a second factor, and sets it up or turns it off. */
export function SecondFactorCard() {
  const factor = useData(SecondFactorCardDocument, {});
  const [open, setOpen] = useState<'set up' | 'renew' | 'stop'>();
  const close = () => {
    setOpen(undefined);
    factor.reload();
  };
  return (
    <Card
      title="Second factor"
      about="Signing in then also needs a code from an authenticator app on your phone."
    >
      <Loaded of={factor} lines={1}>
        {({ session }) =>
          session?.person.hasSecondFactor ? (
            <>
              <p>
                <Badge tone="good">On</Badge>
              </p>
              <FormActions>
                <Button onClick={() => setOpen('renew')}>New recovery codes</Button>
                <Button kind="danger" onClick={() => setOpen('stop')}>
                  Turn off
                </Button>
              </FormActions>
            </>
          ) : (
            <FormActions>
              <Button onClick={() => setOpen('set up')}>Set up</Button>
            </FormActions>
          )
        }
      </Loaded>
      <Suspense fallback={<Skeleton lines={1} />}>
        {open === 'set up' && <SetUpDialog onClose={close} />}
        {open === 'renew' && <RenewDialog onClose={close} />}
        {open === 'stop' && <StopDialog onClose={close} />}
      </Suspense>
    </Card>
  );
}
