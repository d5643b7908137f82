import { Button } from '../layout/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../feedback/dialog.tsx';
import { Checkbox } from '../form/field.tsx';
import type { Columns } from './use-columns.ts';

/** Chooses the columns of a list. Each choice takes effect at once. */
export default function ColumnsDialog({ columns, onClose }: { columns: Columns; onClose: () => void }) {
  const { names, hidden, hide } = columns;
  return (
    <Dialog title="Columns" onClose={onClose}>
      <DialogBody>
        {names.map((name) => (
          <Checkbox
            key={name}
            name={name}
            label={name}
            checked={!hidden.includes(name)}
            onChange={(event) =>
              hide(event.target.checked ? hidden.filter((each) => each !== name) : [...hidden, name])
            }
          />
        ))}
      </DialogBody>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
