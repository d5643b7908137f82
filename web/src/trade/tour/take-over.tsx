import type { Failure } from '../../base/graphql/failure.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';

/** Returns the tours that have the stops already, if that is all that was refused; otherwise none. */
export function toursWithStops({ details }: Failure): string[] {
  const names = details.flatMap(({ problem, values }) =>
    problem === 'in_other_tour' ? String(values?.name) : [],
  );
  return names.length === details.length ? [...new Set(names)] : [];
}

interface TakeOverProps {
  /** The names of the tours that lose stops. */
  from: readonly string[];
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before stops leave another tour, which somebody put them into meanwhile. */
export function TakeOver({ from, isBusy, onConfirm, onClose }: TakeOverProps) {
  const names = from.map((name) => `“${name}”`).join(', ');
  return (
    <ConfirmDialog
      title={`Take over from ${names}?`}
      label="Take over"
      isBusy={isBusy}
      failure={undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        Somebody else has put some of these deliveries into {names}. If you take over, they leave{' '}
        {from.length === 1 ? 'that tour' : 'those tours'}.
      </p>
    </ConfirmDialog>
  );
}
