import { API_KEY_FORM } from '../../generated/forms.ts';
import type { ApiKeyFormFragment } from '../../generated/operations.ts';
import { nounForm } from '../../base/kit/form/noun-form.tsx';

/** The form of a new API key, apart from its permissions. */
export const API_KEY = nounForm<ApiKeyFormFragment>(API_KEY_FORM, {
  name: { input: { autoComplete: 'off' } },
});
