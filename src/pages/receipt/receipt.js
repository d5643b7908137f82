// The page of a receipt link. The form works without this script; the script keeps it until it is sent.
import './receipt-outbox.js';
import { openPhotos } from './receipt-photos.js';

const RETRY_MS = 20_000;
/** The service takes this many points in a stroke. */
const MAX_POINTS = 500;
const PATH = location.pathname;
const KEY = `receipt ${PATH}`;
const outbox = globalThis.receiptOutbox;
const form = document.querySelector('form[data-receipt]');
let isSending = false;
let isSentAgain = false;
let isTakenBack = false;

// Otherwise the service would say so only after the form was sent, perhaps hours later.
addEventListener('input', ({ target }) => limit(target));
for (const field of document.querySelectorAll('[data-max]')) limit(field);

// Opens the page again where there is no network.
const worker = keepPage().catch(() => undefined);
if (form) start();
else if (document.querySelector('[data-confirmed]')) void sendLate();

async function keepPage() {
  await navigator.serviceWorker.register('/r/worker.js');
  return navigator.serviceWorker.ready;
}

/** Refuses a number above the maximum of its field. */
function limit(field) {
  const { max } = field.dataset;
  if (max === undefined) return;
  field.setCustomValidity(Number(field.value) > Number(max) ? `Must be ${max} or less.` : '');
}

function start() {
  const pad = openPad();
  const saved = read();
  for (const [name, value] of Object.entries(saved.values ?? {})) {
    const field = form.elements[name];
    if (field?.type === 'checkbox') field.checked = true;
    else if (field) field.value = value;
  }
  pad.draw();
  showReasons();
  openPhotos(form, saved.photos ?? [], (photos) => change({ photos, uploaded: [] }));
  form.addEventListener('input', ({ target }) => {
    if (target.name.startsWith('received-')) moreOf(target.closest('[data-line]')).checked = false;
    unmark(target);
    showReasons();
    change({});
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { readAt, skewMs } = read().clock ?? {};
    form.elements.at.value = new Date().toISOString();
    form.elements.skewMs.value = readAt <= Date.now() ? skewMs : '';
    void submit();
  });
  void compareClocks();
  addEventListener('online', () => void send());
  addEventListener('pageshow', () => void send());
  document.addEventListener('visibilitychange', () => document.hidden || void send());
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }) => data.path === PATH && void finish(data.outcome),
  );
  setInterval(() => void send(), RETRY_MS);
  void send();
}

/** Finds out how wrong this device's clock is, before it is put right. Without a network, what is known holds, unless it was set back. */
async function compareClocks() {
  const response = await fetch('/r/receipt.css', { cache: 'no-store' }).catch(() => undefined);
  const readAt = Date.now();
  const skewMs = Date.parse(response?.headers.get('Date')) - readAt;
  if (Number.isFinite(skewMs)) save({ clock: { readAt, skewMs } });
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function save(changes) {
  const values = Object.fromEntries(new FormData(form));
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), values, ...changes }));
  } catch {
    say('This device has no room for more photos.');
  }
}

/** Saves what was changed. What waits to be sent is taken back: it is sent when the button is pressed again. */
function change(changes) {
  save(changes);
  isTakenBack = true;
  void takeBack();
}

async function takeBack() {
  const { photos, uploaded } = (await outbox.get(PATH)) ?? {};
  // Photos that were uploaded are not uploaded again.
  if (uploaded && JSON.stringify(photos) === JSON.stringify(read().photos ?? [])) save({ uploaded });
  await outbox.remove(PATH);
}

async function forget() {
  localStorage.removeItem(KEY);
  await outbox.remove(PATH);
}

/** Sends what still waits although the delivery was confirmed meanwhile, and says why it is refused. */
async function sendLate() {
  try {
    await outbox.send(PATH);
  } catch {
    // Without a network it waits.
    return;
  }
  const { refusal } = (await outbox.get(PATH)) ?? {};
  await forget();
  if (refusal === undefined) return;
  const said = Object.assign(document.createElement('p'), {
    className: 'problem',
    role: 'alert',
    textContent: problemIn(refusal),
  });
  document.querySelector('[data-confirmed]').before(said);
}

async function submit() {
  save({});
  isTakenBack = false;
  const { values, photos = [], uploaded = [] } = read();
  try {
    await outbox.put(PATH, { values, photos, uploaded });
  } catch {
    return say('This device has no room for more photos.');
  }
  const sent = send();
  // Sends it even if the page is closed, where the browser can.
  const registration = await worker;
  await registration?.sync?.register(PATH).catch(() => {});
  await sent;
}

/** Sends what waits, at once; again if anything happened meanwhile. */
async function send() {
  isSentAgain = isSending;
  if (isSending) return;
  isSending = true;
  try {
    if (await outbox.get(PATH)) {
      say('Sending…');
      await finish(await outbox.send(PATH));
    }
  } catch (error) {
    say(
      error.message === 'busy'
        ? 'The service is busy. Your entries are saved and will be sent soon.'
        : 'No connection. Your entries are saved on this device and will be sent once you are online.',
    );
  } finally {
    isSending = false;
  }
  if (isSentAgain) await send();
}

/** Shows what became of what was sent, by this page, another one, or the worker. */
async function finish(outcome) {
  if (outcome === 'sent') await forget();
  const { refusal } = (await outbox.get(PATH)) ?? {};
  if (refusal !== undefined) {
    await takeBack();
    say(problemIn(refusal));
    mark(refusal);
  } else if (isTakenBack && outcome !== 'sent') say('');
  else location.reload();
}

function problemIn(html) {
  const page = pageIn(html);
  const said = [...page.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
  return said.join('. ') || page.querySelector('main p')?.textContent || 'Not sent.';
}

function pageIn(html) {
  return new DOMParser().parseFromString(html, 'text/html');
}

/** Marks the fields that a page marks, with the same texts, and goes to the first. */
function mark(html) {
  const page = pageIn(html);
  form.querySelectorAll('[aria-invalid]').forEach(unmark);
  for (const { id } of page.querySelectorAll('form[data-receipt] [aria-invalid]')) {
    const field = document.getElementById(id);
    const why = page.getElementById(`why-${id}`);
    if (!field || !why) continue;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', why.id);
    field.after(why);
  }
  form.querySelector('[aria-invalid]')?.focus();
}

function unmark(field) {
  for (const name of ['aria-invalid', 'aria-describedby']) field.removeAttribute(name);
  document.getElementById(`why-${field.id}`)?.remove();
}

function say(text) {
  form.querySelector('[data-state]').textContent = text;
}

/** Returns the field of a line that says that more arrived than was delivered. */
function moreOf(line) {
  return line.querySelector('[data-more] input');
}

/** Shows the reason of a line only if less was received, and asks whether more was: nobody could once it waits. */
function showReasons() {
  for (const line of form.querySelectorAll('[data-line]')) {
    const [reason, other] = ['reason', 'other'].map((name) => line.querySelector(`[data-${name}]`));
    const received = Number(line.querySelector('[name^=received]').value);
    const isShort = received < Number(line.dataset.line);
    const more = moreOf(line);
    more.required = received > Number(line.dataset.delivered);
    more.checked &&= more.required;
    more.closest('p').hidden = !more.required;
    reason.hidden = !isShort;
    other.hidden = !isShort || reason.querySelector('select').value !== 'other';
  }
}

/** Opens the field for the signature, and returns what draws it. */
function openPad() {
  const place = form.querySelector('[data-signature]');
  const canvas = place.querySelector('canvas');
  const pen = canvas.getContext('2d');
  const field = form.elements.signature;
  let stroke;
  place.hidden = false;

  const strokes = () => JSON.parse(field.value || '[]');
  const draw = () => {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.strokeStyle = getComputedStyle(canvas).color;
    pen.lineWidth = 3;
    pen.lineCap = 'round';
    for (const points of strokes()) {
      pen.beginPath();
      pen.moveTo(...points[0]);
      for (const point of points) pen.lineTo(...point);
      pen.stroke();
    }
  };
  const pointOf = ({ clientX, clientY }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return [
      within(((clientX - left) / width) * canvas.width, canvas.width),
      within(((clientY - top) / height) * canvas.height, canvas.height),
    ];
  };
  const keep = () => {
    field.value = JSON.stringify([...strokes().slice(0, -1), stroke]);
    draw();
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    stroke = [pointOf(event)];
    field.value = JSON.stringify([...strokes(), stroke]);
    draw();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!stroke || stroke.length >= MAX_POINTS) return;
    stroke.push(pointOf(event));
    keep();
  });
  for (const end of ['pointerup', 'pointercancel']) {
    canvas.addEventListener(end, () => {
      stroke = undefined;
      change({});
    });
  }
  place.querySelector('[data-clear]').addEventListener('click', () => {
    field.value = '';
    draw();
    change({});
  });
  return { draw };
}

function within(value, max) {
  return Math.min(max, Math.max(0, Math.round(value)));
}
