// The photos of a receipt link's page. They are drawn anew in a smaller size, which leaves out where and with what
// they were taken.
const MAX_PHOTOS = 6;
const MAX_PIXELS = 1_280;
const MAX_BYTES = 400 * 1_024;
const QUALITIES = [0.8, 0.6, 0.4];

/** Opens the field for photos. `photos` are those of before; `onChange` gets the new list, of data URLs. */
export function openPhotos(form, photos, onChange) {
  const place = form.querySelector('[data-photos]');
  const [input, list, state] = ['input', 'ul', '[role=status]'].map((each) => place.querySelector(each));
  place.hidden = false;

  const show = () => {
    list.replaceChildren(
      ...photos.map((photo, at) => {
        const item = document.createElement('li');
        const remove = document.createElement('button');
        remove.type = 'button';
        remove.className = 'plain';
        remove.textContent = `Remove photo ${at + 1}`;
        remove.addEventListener('click', () => change(photos.filter((each) => each !== photo)));
        item.append(remove);
        return item;
      }),
    );
  };
  const change = (next) => {
    photos = next;
    onChange(photos);
    show();
  };
  input.addEventListener('change', async () => {
    const files = [...input.files].slice(0, MAX_PHOTOS - photos.length);
    const isTooMany = input.files.length > files.length;
    input.value = '';
    state.textContent = isTooMany ? `At most ${MAX_PHOTOS} photos.` : '';
    for (const file of files) {
      const photo = await reduced(file).catch(() => undefined);
      if (photo) change([...photos, photo]);
      else state.textContent = 'This photo cannot be read.';
    }
  });
  show();
}

async function reduced(file) {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, MAX_PIXELS / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  const urls = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality));
  return urls.find((url) => url.length * 0.75 < MAX_BYTES);
}
