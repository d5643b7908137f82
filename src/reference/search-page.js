// The search of /docs. Every word of the query must begin a word of the title, the place or the text, or all of them words of
// a synonym; words such as "how" and "to" count only if there are no others.
const form = document.querySelector('form[role=search]');
const [input, status, list] = form.children;
const SHOWN = 8;
const WEIGHTS = { title: 9, place: 4, words: 1, synonyms: 4 };
const SYNONYM_WEIGHT = 40;
const FILLERS = new Set(
  'a an and are can do does for get how i in is it many me my of on or the to what when where which with'.split(
    ' ',
  ),
);
let entries;

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
input.addEventListener('input', () => void show());
document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    input.focus();
  }
});
form.addEventListener('keydown', (event) => {
  const stops = [input, ...list.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    stops[stops.indexOf(document.activeElement) + step]?.focus();
  } else if (event.key === 'Escape') {
    input.value = '';
    input.focus();
    void show();
  }
});

async function show() {
  entries ??= fetch(form.dataset.index).then((response) => response.json());
  const all = await entries.catch(() => {
    entries = undefined;
    return [];
  });
  const typed = wordsOf(input.value);
  const telling = typed.filter((word) => !FILLERS.has(word));
  const terms = telling.length > 0 ? telling : typed;
  const ranked = all
    .map((entry) => ({ entry, score: scoreOf(entry, terms, typed.join(' ')) }))
    .filter(({ score }) => score > 0);
  const found = ranked.sort((a, b) => b.score - a.score);
  list.replaceChildren(...found.slice(0, SHOWN).map(({ entry }) => itemOf(entry)));
  if (terms.length === 0) status.textContent = '';
  else if (found.length === 0) status.textContent = 'No results. Try fewer or shorter words.';
  else status.textContent = found.length === 1 ? '1 result' : `${found.length} results`;
}

/** Returns 0 for an entry that lacks one of the terms. */
function scoreOf(entry, terms, whole) {
  const bySynonym = (entry.synonyms ?? []).some((phrase) => {
    const words = wordsOf(phrase);
    return terms.length > 0 && terms.every((term) => words.some((word) => word.startsWith(term)));
  });
  const isSynonym = (entry.synonyms ?? []).includes(whole);
  return byWords(entry, terms) + (isSynonym ? 2 * SYNONYM_WEIGHT : bySynonym ? SYNONYM_WEIGHT : 0);
}

function byWords(entry, terms) {
  const scores = terms.map((term) =>
    Object.entries(WEIGHTS).reduce((sum, [field, weight]) => {
      const words = wordsOf(String(entry[field] ?? ''));
      if (!words.some((word) => word.startsWith(term))) return sum;
      return sum + weight * (words.includes(term) ? 1.5 : 1);
    }, 0),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function itemOf({ title, place, url }) {
  const link = Object.assign(document.createElement('a'), { href: url, textContent: title });
  link.append(Object.assign(document.createElement('small'), { textContent: place }));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function wordsOf(text) {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
