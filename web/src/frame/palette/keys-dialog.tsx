import { Button } from '../../base/kit/layout/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../base/kit/feedback/dialog.tsx';
import { COMMAND } from './shortcut.ts';
import styles from './palette.module.css';

const KEYS: [keys: string[], about: string][] = [
  [COMMAND, 'Find records and pages'],
  [['/'], 'Search the list'],
  [['n'], 'Create a new record of the list, from its first field'],
  [['x'], 'Select or deselect the row, with the mouse by its checkbox'],
  [['Shift', '↑', '↓'], 'Select the next row or the one before, with the mouse by Shift and its checkbox'],
  [['J', 'K'], 'Beside a list: show the next record or the one before'],
  [['Alt', '↑', '↓', '←', '→'], 'In Tours: move the stop within its tour, or to the tour beside it'],
  [['?'], 'Show these keys'],
  [['Enter'], 'In a new delivery: go on to the branch, the product, the quantity, the next line'],
  [[COMMAND[0]!, 'Enter'], 'Send the form; in a new delivery: create it and add another'],
  [['Esc'], 'Close a dialog or a list of options; clear the selection; close the record beside a list'],
];

/** Lists the keys of the page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <DialogBody>
        <dl className={styles.keys}>
          {KEYS.map(([keys, about]) => (
            <div key={about} className={styles.key}>
              <dt>
                {keys.map((key) => (
                  <span key={key}>
                    <kbd>{key}</kbd>{' '}
                  </span>
                ))}
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
      <DialogActions>
        <Button data-main onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
