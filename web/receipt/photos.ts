import { MAX_PHOTO_KIB, MAX_PHOTOS } from '../src/generated/rules.ts';

const MAX_PIXELS = 1_280;
const QUALITIES = [0.8, 0.6, 0.4];

/**
 * Opens the field for photos. They are drawn anew in a smaller size, which leaves out where and with what
 * they were taken. `photos` are those of before; `onChange` gets the new list, of data URLs.
 */
export function openPhotos(
  form: HTMLFormElement,
  photos: string[],
  onChange: (photos: string[]) => void,
): void {
  const place = form.querySelector<HTMLElement>('[data-photos]')!;
  const input = place.querySelector('input')!;
  const list = place.querySelector('ul')!;
  const state = place.querySelector('[role=status]')!;
  place.hidden = false;

  const show = () => list.replaceChildren(...photos.map(itemOf));
  const itemOf = (photo: string, at: number) => {
    const item = document.createElement('li');
    const remove = document.createElement('button');
    remove.type = 'button';
    remove.className = 'plain';
    remove.textContent = `Remove photo ${at + 1}`;
    remove.addEventListener('click', () => change(photos.filter((each) => each !== photo)));
    item.append(remove);
    return item;
  };
  const change = (next: string[]) => {
    photos = next;
    onChange(photos);
    show();
  };
  const add = async () => {
    const all = [...(input.files ?? [])];
    const files = all.slice(0, MAX_PHOTOS - photos.length);
    input.value = '';
    state.textContent = all.length > files.length ? `At most ${MAX_PHOTOS} photos.` : '';
    for (const file of files) {
      const photo = await reduced(file).catch(() => undefined);
      if (photo !== undefined) change([...photos, photo]);
      else state.textContent = 'This photo cannot be read.';
    }
  };
  input.addEventListener('change', () => void add());
  show();
}

async function reduced(file: File): Promise<string | undefined> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, MAX_PIXELS / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const urls = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality));
  return urls.find((url) => url.length * 0.75 < MAX_PHOTO_KIB * 1_024);
}
