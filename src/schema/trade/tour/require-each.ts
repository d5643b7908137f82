import { type Violation, violation } from '../../../problems.ts';
import { AppError, faultAt, notFound } from '../../core/errors.ts';

interface ListRule<T> {
  /** The field with the ids. */
  list: string;
  noun: string;
  violationOf: (record: T) => Violation | undefined;
}

/**
 * Requires that each id of a list is found, once, and that its record can be used.
 *
 * @throws AppError with a fault for each that is not
 */
export function requireEach<T>(
  ids: readonly bigint[],
  found: ReadonlyMap<bigint, T>,
  { list, noun, violationOf }: ListRule<T>,
): void {
  const [first, ...others] = ids.flatMap((id, index) => {
    const field = `${list}[${index}]`;
    const record = found.get(id);
    if (!record) return notFound(noun, field).faults;
    const isRepeated = ids.indexOf(id) < index;
    const violated = isRepeated
      ? violation('repeated', `repeats a ${noun}; each can appear once`)
      : violationOf(record);
    return violated ? [faultAt(field, violated)] : [];
  });
  if (first) throw new AppError(first, ...others);
}
