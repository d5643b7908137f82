import { useState } from 'react';
import { MAX_REASON } from '../../generated/rules.ts';
import { type FieldProps, SelectField, TextField } from '../../base/kit/form/field.tsx';
import { useDrafted } from '../../base/kit/form/form.tsx';
import { inSentenceCase } from '../../base/kit/words/in-sentence-case.ts';
import { reasonInWords } from './reason-in-words.ts';

/** No code of a reason. */
const OTHER = 'OTHER';

interface ReasonFieldProps extends FieldProps {
  /** The codes to select from. */
  reasons: readonly string[];
  /** The label of selecting none; without one, the first reason is selected. */
  none?: string;
  required?: boolean;
}

/**
 * Selects a reason from a list, or takes another one as a text. What is sent under `name` is the code or the
 * text.
 */
export function ReasonField({ reasons, none, required = false, ...field }: ReasonFieldProps) {
  const { name, label, isLabelHidden } = field;
  const { defaultValue: drafted = none === undefined ? reasons[0]! : '' } = useDrafted(name, {});
  const [chosen, choose] = useState<string>();
  const isKnown = drafted === '' || reasons.length === 0 || reasons.includes(drafted);
  const value = chosen ?? (isKnown ? drafted : OTHER);
  const isOther = value === OTHER;
  return (
    <>
      <SelectField
        {...field}
        // The text is sent instead.
        name={isOther ? '' : name}
        required={required}
        value={value}
        onChange={({ target }) => choose(target.value)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {reasons.map((each) => (
          <option key={each} value={each}>
            {inSentenceCase(reasonInWords(each))}
          </option>
        ))}
        <option value={OTHER}>Other</option>
      </SelectField>
      {isOther && (
        <TextField
          name={name}
          label={label === 'Reason' ? 'Other reason' : `${label}: other`}
          isLabelHidden={isLabelHidden}
          placeholder={isLabelHidden ? 'Other reason' : undefined}
          required
          maxLength={MAX_REASON}
          autoComplete="off"
        />
      )}
    </>
  );
}
