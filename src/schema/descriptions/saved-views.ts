import { figure } from '../core/noun/rules.ts';
import { MAX_LISTED, MAX_NAME, MAX_SEARCH, MAX_VIEWS } from '../people/saved-view/fields.ts';

const SEARCH = 'the query of the address of the list on the page: filters, order and page size';
const TO_SAVE = {
  list: 'The list.',
  name: `The name (1–${MAX_NAME} characters).`,
  search: `The view as ${SEARCH}, without \`?\` (1–${figure(MAX_SEARCH)} characters).`,
};

export const SAVED_VIEWS = {
  SavedView: 'A named view of a list on the page.',
  'SavedView.list': 'The list.',
  'SavedView.name': 'The name.',
  'SavedView.search': `The view as ${SEARCH}.`,
  'SavedView.isShared': 'Whether everybody in the account has the view. The others are for one person.',
  ViewedList: 'A list on the page.',
  'ViewedList.DELIVERIES': 'The deliveries.',
  'ViewedList.RETURNS': 'The returns.',
  'ViewedList.RECEIPTS': 'The receipts of branches.',
  'ViewedList.PRODUCTS': 'The products.',
  'ViewedList.SUPERMARKETS': 'The supermarkets.',
  'ViewedList.STANDING_ORDERS': 'The standing orders.',
  'ViewedList.IMPORTS': 'The imports.',
  'ViewedList.WITHDRAWALS': 'The withdrawals.',
  'Query.savedViews': `Returns the saved views of a list by name: those that everybody has, and those of the person who signed in. At most ${MAX_LISTED}.`,
  'Query.savedViews(list)': TO_SAVE.list,
  'Mutation.saveView': `Saves a view of a list for the person who signed in, at most ${MAX_VIEWS} in all. One with the same name is replaced.`,
  'Mutation.saveView(list)': TO_SAVE.list,
  'Mutation.saveView(name)': TO_SAVE.name,
  'Mutation.saveView(search)': TO_SAVE.search,
  'Mutation.deleteView': 'Deletes a view of the person who signed in, and returns it.',
  'Mutation.shareView': `Saves a view of a list for everybody in the account, at most ${MAX_VIEWS} in all. One with the same name is replaced.`,
  'Mutation.shareView(list)': TO_SAVE.list,
  'Mutation.shareView(name)': TO_SAVE.name,
  'Mutation.shareView(search)': TO_SAVE.search,
  'Mutation.deleteSharedView': 'Deletes a view that everybody in the account has, and returns it.',
};
