import type { ReactNode } from 'react';
import type { Action } from '../kit/layout/menu.tsx';

/** The actions on each record of a list, from its row. */
export interface RowMenu<Listed> {
  actionsOf: (record: Listed) => readonly Action[];
  /** The dialog of the action that was chosen. */
  dialog: ReactNode;
}
