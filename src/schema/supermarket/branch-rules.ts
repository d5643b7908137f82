import { deliveryWindow, text } from '../rules.ts';

export const MAX_BRANCHES = 200;

/** The fields of a branch, by whichever names a door gives them. */
export const branchRules = {
  name: text(),
  address: text(),
  deliveryWindow: deliveryWindow.nullish(),
};

export const TOO_MANY_BRANCHES = `must have at most ${MAX_BRANCHES} branches`;
