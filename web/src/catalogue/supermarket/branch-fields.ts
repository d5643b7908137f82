import { BRANCH_FORM } from '../../generated/forms.ts';
import type { BranchFormFragment } from '../../generated/operations.ts';
import { nounForm } from '../../base/kit/form/noun-form.tsx';

/** The form of a branch. */
export const BRANCH = nounForm<BranchFormFragment>(BRANCH_FORM, {
  name: { label: 'Branch name' },
});
