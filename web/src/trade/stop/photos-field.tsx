import { type Dispatch, type SetStateAction, useState } from 'react';
import { MAX_PHOTOS } from '../../generated/rules.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { FocusedNotice } from '../../base/kit/feedback/focused-notice.tsx';
import { FormActions } from '../../base/kit/form/form.tsx';
import { keepPhoto, removePhoto } from '../../base/phone/outbox.ts';
import { useSession } from '../../base/session/session.tsx';
import { NO_ROOM } from './no-room.ts';
import { reducePhoto } from './reduce-photo.ts';

interface PhotosFieldProps {
  /** The ids of the photos on this phone. */
  photos: readonly string[];
  onChange: Dispatch<SetStateAction<readonly string[]>>;
  isAdding: boolean;
  onAdding: (isAdding: boolean) => void;
}

/** Takes photos of the goods at the door. They stay on this phone until the receipt is sent. */
export function PhotosField({ photos, onChange, isAdding, onAdding }: PhotosFieldProps) {
  const { person } = useSession();
  const [problem, setProblem] = useState<string>();
  const add = async (files: readonly File[]) => {
    onAdding(true);
    setProblem(undefined);
    for (const file of files.slice(0, MAX_PHOTOS - photos.length)) {
      const photo = await reducePhoto(file);
      const id = photo && (await keepPhoto(person.id, photo).catch(() => null));
      if (id) onChange((photos) => [...photos, id]);
      else setProblem(id === null ? NO_ROOM : 'This photo cannot be read.');
    }
    onAdding(false);
  };
  const remove = (photo: string) => {
    onChange(photos.filter((each) => each !== photo));
    void removePhoto(photo);
  };
  return (
    <>
      <TextField
        name="photo"
        label="Photos"
        type="file"
        accept="image/*"
        multiple
        isOptional
        disabled={isAdding || photos.length >= MAX_PHOTOS}
        hint={isAdding ? 'Adding…' : `${photos.length} of at most ${MAX_PHOTOS} photos added`}
        onChange={({ target }) => {
          const files = [...target.files!];
          target.value = '';
          void add(files);
        }}
      />
      {problem && (
        <FocusedNotice tone="bad" of={problem}>
          {problem}
        </FocusedNotice>
      )}
      {photos.length > 0 && (
        <FormActions>
          {photos.map((photo, index) => (
            <Button key={photo} isSmall onClick={() => remove(photo)}>
              Remove photo {index + 1}
            </Button>
          ))}
        </FormActions>
      )}
    </>
  );
}
