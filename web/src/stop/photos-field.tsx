import { type Dispatch, type SetStateAction, useState } from 'react';
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
  onChange: Dispatch<SetStateAction<readonly string[]>>;
  isUploading: boolean;
  onUploading: (isUploading: boolean) => void;
}

/** Takes photos of the goods at the door, and uploads each at once. */
export function PhotosField({ stopId, photos, onChange, isUploading, onUploading }: PhotosFieldProps) {
  const [failure, setFailure] = useState<Failure>();
  useSessionLost(failure);
  const add = async (files: readonly File[]) => {
    onUploading(true);
    setFailure(undefined);
    for (const file of files.slice(0, MAX_PHOTOS - photos.length)) {
      const uploaded = await uploadPhoto(stopId, file);
      if (typeof uploaded === 'string') onChange((photos) => [...photos, uploaded]);
      else setFailure(uploaded);
    }
    onUploading(false);
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
        disabled={isUploading || photos.length >= MAX_PHOTOS}
        hint={isUploading ? 'Uploading…' : `${photos.length} of at most ${MAX_PHOTOS} photos added`}
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
