import { MAX_CONFLICTS } from '../text/list-conflicts.ts';

export const TEXT_CONFLICTS = {
  'Query.textConflicts': `Lists texts from before that stayed as they were, because they cannot have the [one form of texts](/docs/rest#texts): the first ${MAX_CONFLICTS}. Filters find the record that has the form, the other by its id. Only owners can read it, signed in.`,
  TextConflict:
    'A text from before that does not have its form. Change it in its record; it leaves this list within minutes.',
  'TextConflict.table': 'The kind of record: `products`, `branches`, `delivery_item_lots`.',
  'TextConflict.field': 'The field, such as `reference`.',
  'TextConflict.recordId': 'The `id` of the record; of a line of a delivery, that of the delivery.',
  'TextConflict.deliveryId':
    'The `id` of the delivery in which the text is, also as a lot or in a return; null in other records.',
  'TextConflict.text': 'The text as it is.',
  'TextConflict.form': 'The form that it would have.',
  'TextConflict.problem':
    'Why it stays: `taken` if another record has that form, `too_long` if it exceeds the maximum, `empty` if nothing can be seen of it.',
};
