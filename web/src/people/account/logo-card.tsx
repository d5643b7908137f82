import { useState } from 'react';
import { RemoveLogoDocument, SetLogoDocument } from '../../generated/operations.ts';
import { MAX_LOGO_KIB } from '../../generated/rules.ts';
import { AskButton } from '../../base/kit/feedback/ask-button.tsx';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { FocusedNotice } from '../../base/kit/feedback/focused-notice.tsx';
import { Form, FormActions } from '../../base/kit/form/form.tsx';
import { Tile } from '../../base/kit/layout/tile.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useSession } from '../../base/session/session.tsx';
import { CompanyLogo } from '../../base/kit/paper/company-logo.tsx';
import { drawLogo } from './draw-logo.ts';
import styles from './logo-card.module.css';

/** Sets, replaces and removes the company's logo. */
export default function LogoCard() {
  const { account } = useSession();
  const setting = useAction(SetLogoDocument);
  const removal = useAction(RemoveLogoDocument);
  const toast = useToast();
  // Remounts the field, which cannot be emptied otherwise.
  const [round, setRound] = useState(0);
  const [drawn, setDrawn] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const empty = () => {
    setDrawn(undefined);
    setProblem(undefined);
    setRound(round + 1);
  };
  const choose = async (file: File | undefined) => {
    setting.reset();
    const image = file && (await drawLogo(file));
    setDrawn(image);
    setProblem(
      file && !image ? `This file cannot be read as an image. Choose a PNG or JPEG file.` : undefined,
    );
  };
  const save = async (image: string) => {
    if (!(await setting.run({ image: image.slice(image.indexOf(',') + 1) }))) return;
    empty();
    toast('Logo saved');
  };
  const remove = async () => {
    if (!(await removal.run({}))) return false;
    empty();
    toast('Logo removed');
    return true;
  };
  return (
    <Card
      title="Logo"
      about="Shown above the navigation, on delivery notes, and on the pages where branches confirm."
    >
      <Form onSubmit={() => drawn !== undefined && void save(drawn)} failure={setting.failure}>
        <div className={styles.preview}>
          {drawn === undefined ? (
            <CompanyLogo otherwise={<Tile name={account.name} isLarge />} />
          ) : (
            <img src={drawn} alt="" />
          )}
          <span>{drawn === undefined ? account.name : 'Preview'}</span>
        </div>
        <TextField
          key={round}
          name="image"
          label="Image"
          type="file"
          accept="image/png,image/jpeg"
          hint={`PNG or JPEG. Images of more than ${MAX_LOGO_KIB} KiB are scaled down.`}
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        {problem && (
          <FocusedNotice tone="bad" of={problem}>
            {problem}
          </FocusedNotice>
        )}
        <FormActions>
          <Button type="submit" kind="primary" isBusy={setting.isRunning} disabled={drawn === undefined}>
            Save logo
          </Button>
          {drawn !== undefined && <Button onClick={empty}>Cancel</Button>}
          {drawn === undefined && account.logo && (
            <AskButton
              name="Remove logo"
              title="Remove the logo?"
              label="Remove"
              isDangerous
              isBusy={removal.isRunning}
              failure={removal.failure}
              onConfirm={remove}
            >
              <p>
                It disappears from delivery notes and from the pages where branches confirm. To have it back,
                upload it again.
              </p>
            </AskButton>
          )}
        </FormActions>
      </Form>
    </Card>
  );
}
