import { RETURN_FORM } from '../../generated/forms.ts';
import type { ReturnFormFragment } from '../../generated/operations.ts';
import { nounForm } from '../../base/kit/form/noun-form.tsx';

/** The form of a return. */
export const RETURN = nounForm<ReturnFormFragment>(RETURN_FORM);
