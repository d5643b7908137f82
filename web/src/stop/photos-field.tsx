import { useState } from 'react';
import { MAX_PHOTOS } from '../generated/rules.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import { FormActions } from '../kit/form.tsx';
import { Notice } from '../kit/notice.tsx';
import { useSessionLost } from '../session/session.tsx';
import type { Failure } from '../graphql/failure.ts';
import { uploadPhoto } from './upload-photo.ts';

interface PhotosFieldProps {
  stopId: string;
  /** The ids of the photos. */
  photos: readonly string[];
  onChange: (photos: readonly string[]) => void;
}

/** Takes photos of the goods at the door, and uploads each at once. */
export function PhotosField({ stopId, photos, onChange }: PhotosFieldProps) {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  useSessionLost(failure);
  const add = async (files: readonly File[]) => {
    setRunning(true);
    setFailure(undefined);
    const added: string[] = [];
    for (const file of files.slice(0, MAX_PHOTOS - photos.length)) {
      const uploaded = await uploadPhoto(stopId, file);
      if (typeof uploaded === 'string') added.push(uploaded);
      else setFailure(uploaded);
    }
    onChange([...photos, ...added]);
    setRunning(false);
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
        disabled={isRunning || photos.length >= MAX_PHOTOS}
        hint={isRunning ? 'Uploading…' : `${photos.length} of at most ${MAX_PHOTOS} photos added`}
        onChange={({ target }) => {
          const files = [...target.files!];
          target.value = '';
          void add(files);
        }}
      />
      {failure && <Notice tone="bad">{failure.message}</Notice>}
      {photos.length > 0 && (
        <FormActions>
          {photos.map((photo, index) => (
            <Button key={photo} isSmall onClick={() => onChange(photos.filter((each) => each !== photo))}>
              Remove photo {index + 1}
            </Button>
          ))}
        </FormActions>
      )}
    </>
  );
}
