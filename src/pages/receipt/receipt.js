// The page of a receipt link. The form works without this script; the script keeps it until it is sent.
import { openPhotos, upload } from './receipt-photos.js';

const RETRY_MS = 20_000;
/** The service takes this many points in a stroke. */
const MAX_POINTS = 500;
const KEY = `receipt ${location.pathname}`;
const form = document.querySelector('form[data-receipt]');

if (form) start();
else if (document.querySelector('[data-confirmed]')) localStorage.removeItem(KEY);
// Opens the page again where there is no network.
navigator.serviceWorker?.register('/r/worker.js').catch(() => {});

function start() {
  const pad = openPad();
  const saved = read();
  for (const [name, value] of Object.entries(saved.values ?? {})) {
    if (form.elements[name]) form.elements[name].value = value;
  }
  pad.draw();
  showReasons();
  openPhotos(form, saved.photos ?? [], (photos) => save({ photos, uploaded: [] }));
  form.addEventListener('input', () => {
    showReasons();
    save({ isWaiting: false });
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    form.elements.at.value = new Date().toISOString();
    save({ isWaiting: true });
    void send();
  });
  addEventListener('online', () => void sendIfWaiting());
  setInterval(() => void sendIfWaiting(), RETRY_MS);
  void sendIfWaiting();
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

async function sendIfWaiting() {
  if (read().isWaiting) await send();
}

let isSending = false;

async function send() {
  if (isSending) return;
  isSending = true;
  say('Sending…');
  try {
    const { photos = [], uploaded = [] } = read();
    for (const photo of photos.slice(uploaded.length)) {
      uploaded.push(await upload(photo));
      save({ uploaded });
    }
    // Sent twice, it has the same effect as once.
    const body = new URLSearchParams(read().values);
    body.set('sentAt', new Date().toISOString());
    body.set('photos', uploaded.filter((id) => id != null).join(','));
    const response = await fetch(location.pathname, { method: 'POST', body, redirect: 'manual' });
    if (response.ok || response.type === 'opaqueredirect') {
      localStorage.removeItem(KEY);
      location.reload();
    } else if (response.status === 429 || response.status >= 500) {
      say('The service is busy. Your entries are saved and will be sent soon.');
    } else {
      save({ isWaiting: false });
      say(await problemIn(response));
    }
  } catch {
    say('No connection. Your entries are saved on this device and will be sent once you are online.');
  } finally {
    isSending = false;
  }
}

async function problemIn(response) {
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return (page.querySelector('[role=alert]') ?? page.querySelector('main p'))?.textContent ?? 'Not sent.';
}

function say(text) {
  form.querySelector('[data-state]').textContent = text;
}

/** Shows the reason of a line only if less was received. */
function showReasons() {
  for (const line of form.querySelectorAll('[data-line]')) {
    const [reason, other] = ['reason', 'other'].map((name) => line.querySelector(`[data-${name}]`));
    const isShort = Number(line.querySelector('[type=number]').value) < Number(line.dataset.line);
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
      save({ isWaiting: false });
    });
  }
  place.querySelector('[data-clear]').addEventListener('click', () => {
    field.value = '';
    draw();
    save({ isWaiting: false });
  });
  return { draw };
}

function within(value, max) {
  return Math.min(max, Math.max(0, Math.round(value)));
}
