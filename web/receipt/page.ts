// The page of a receipt link. The form works without this script; the script keeps it until it is sent.
import * as outbox from './outbox.ts';
import { openPhotos } from './photos.ts';
import { mark, markInvalid, problemIn, unmark } from './refusal.ts';
import { openPad } from './signature.ts';

/** The input of a form that the browser keeps until the form was sent. */
interface Saved {
  values?: Record<string, string>;
  photos?: string[];
  uploaded?: (string | null)[];
  /** The error of this device's clock, and when the error was found out. */
  clock?: { readAt: number; skewMs: number };
}

const RETRY_MS = 20_000;
const PATH = location.pathname;
const KEY = `receipt ${PATH}`;

// Otherwise the service would say so only after the form was sent, perhaps hours later.
addEventListener('input', ({ target }) => {
  limit(target as HTMLInputElement);
  unmark(target as HTMLInputElement);
});
// Before the listeners of the form itself.
addEventListener(
  'submit',
  (event) => {
    if (markInvalid(event.target as HTMLFormElement)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  { capture: true },
);
for (const field of document.querySelectorAll<HTMLInputElement>('[data-max]')) limit(field);

// Opens the page again where there is no network.
const worker = keepPage().catch(() => undefined);
const form = document.querySelector<HTMLFormElement>('form[data-receipt]');
if (form) start(form);
else {
  const confirmed = document.querySelector('[data-confirmed]');
  if (confirmed) void sendLate(confirmed);
}

async function keepPage(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/r/worker.js');
  return navigator.serviceWorker.ready;
}

/** Refuses a number above the maximum of its field. */
function limit(field: HTMLInputElement): void {
  const { max } = field.dataset;
  if (max === undefined) return;
  field.setCustomValidity(Number(field.value) > Number(max) ? 'too much' : '');
}

/** Sends what still waits although the delivery was confirmed meanwhile, and says why it is refused. */
async function sendLate(confirmed: Element): Promise<void> {
  try {
    await outbox.send(PATH);
  } catch {
    // Without a network it waits.
    return;
  }
  const { refusal } = (await outbox.get(PATH)) ?? {};
  await forget();
  if (refusal === undefined) return;
  const said = document.createElement('p');
  said.className = 'problem';
  said.role = 'alert';
  said.textContent = problemIn(refusal);
  confirmed.before(said);
}

async function forget(): Promise<void> {
  localStorage.removeItem(KEY);
  await outbox.remove(PATH);
}

function read(): Saved {
  try {
    return (JSON.parse(localStorage.getItem(KEY)!) as Saved | null) ?? {};
  } catch {
    return {};
  }
}

/** Fills the form with what was typed before, keeps what is typed, and sends it until it is received. */
function start(form: HTMLFormElement): void {
  let isSending = false;
  let isSentAgain = false;
  let isTakenBack = false;

  const saved = read();
  for (const [name, value] of Object.entries(saved.values ?? {})) fill(form.elements.namedItem(name), value);
  const drawSignature = openPad(form, () => change({}));
  drawSignature();
  showReasons(form);
  openPhotos(form, saved.photos ?? [], (photos) => change({ photos, uploaded: [] }));
  form.addEventListener('input', ({ target }) => {
    const field = target as HTMLInputElement;
    if (field.name.startsWith('received-')) moreOf(field.closest('[data-line]')!).checked = false;
    showReasons(form);
    change({});
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { readAt, skewMs } = read().clock ?? {};
    fill(form.elements.namedItem('at'), new Date().toISOString());
    const holds = readAt !== undefined && readAt <= Date.now();
    fill(form.elements.namedItem('skewMs'), holds ? String(skewMs) : '');
    void submit();
  });
  void compareClocks();
  addEventListener('online', () => void send());
  addEventListener('pageshow', () => void send());
  document.addEventListener('visibilitychange', () => document.hidden || void send());
  // Pages without TLS have no workers.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  workers?.addEventListener(
    'message',
    ({ data }: MessageEvent<{ path: string; outcome: outbox.Outcome }>) => {
      if (data.path === PATH) void finish(data.outcome);
    },
  );
  setInterval(() => void send(), RETRY_MS);
  void send();

  /**
   * Finds out how wrong this device's clock is, before it is put right. Without a network, what is known
   * holds, unless it was set back.
   */
  async function compareClocks(): Promise<void> {
    const response = await fetch('/r/receipt.css', { cache: 'no-store' }).catch(() => undefined);
    const readAt = Date.now();
    const skewMs = Date.parse(response?.headers.get('Date') ?? '') - readAt;
    if (Number.isFinite(skewMs)) save({ clock: { readAt, skewMs } });
  }

  function save(changes: Saved): void {
    const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), values, ...changes }));
    } catch {
      say('This device has no room for more photos.');
    }
  }

  /**
   * Saves what was changed. What waits to be sent is taken back: it is sent when the button is pressed again.
   */
  function change(changes: Saved): void {
    save(changes);
    isTakenBack = true;
    void takeBack();
  }

  async function takeBack(): Promise<void> {
    const { photos, uploaded } = (await outbox.get(PATH)) ?? {};
    // Photos that were uploaded are not uploaded again.
    if (uploaded && JSON.stringify(photos) === JSON.stringify(read().photos ?? [])) save({ uploaded });
    await outbox.remove(PATH);
  }

  async function submit(): Promise<void> {
    save({});
    isTakenBack = false;
    const { values = {}, photos = [], uploaded = [] } = read();
    try {
      await outbox.put(PATH, { values, photos, uploaded });
    } catch {
      return say('This device has no room for more photos.');
    }
    const sent = send();
    // Sends it even if the page is closed, where the browser can.
    const registration = (await worker) as { sync?: { register(tag: string): Promise<void> } } | undefined;
    await registration?.sync?.register(PATH).catch(() => {});
    await sent;
  }

  /** Sends what waits, at once; again if anything happened meanwhile. */
  async function send(): Promise<void> {
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
        error instanceof outbox.Busy
          ? 'The service is busy. Your entries are saved and will be sent soon.'
          : 'No connection. Your entries are saved on this device and will be sent once you are online.',
      );
    } finally {
      isSending = false;
    }
    if (isSentAgain) await send();
  }

  /** Shows what became of what was sent, by this page, another one, or the worker. */
  async function finish(outcome: outbox.Outcome): Promise<void> {
    if (outcome === 'sent') await forget();
    const { refusal } = (await outbox.get(PATH)) ?? {};
    if (refusal !== undefined) {
      await takeBack();
      say(problemIn(refusal));
      mark(form, refusal);
    } else if (isTakenBack && outcome !== 'sent') say('');
    else location.reload();
  }

  function say(text: string): void {
    form.querySelector('[data-state]')!.textContent = text;
  }
}

function fill(field: Element | RadioNodeList | null, value: string): void {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = true;
  else if (field) (field as HTMLInputElement).value = value;
}

/** Returns the field of a line that says that more arrived than was delivered. */
function moreOf(line: Element): HTMLInputElement {
  return line.querySelector<HTMLInputElement>('[data-more] input')!;
}

/**
 * Shows the reason of a line only if less was received, and asks whether more was: nobody could once it
 * waits.
 */
function showReasons(form: HTMLFormElement): void {
  for (const line of form.querySelectorAll<HTMLElement>('[data-line]')) {
    const [reason, other] = ['reason', 'other'].map((name) =>
      line.querySelector<HTMLElement>(`[data-${name}]`)!,
    ) as [HTMLElement, HTMLElement];
    const received = Number(line.querySelector<HTMLInputElement>('[name^=received]')!.value);
    const isShort = received < Number(line.dataset.line);
    const more = moreOf(line);
    more.required = received > Number(line.dataset.delivered);
    more.checked &&= more.required;
    more.closest('p')!.hidden = !more.required;
    reason.hidden = !isShort;
    other.hidden = !isShort || reason.querySelector('select')!.value !== 'other';
  }
}
