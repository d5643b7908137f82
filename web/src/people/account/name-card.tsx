import { ChangeNameDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { Form, FormActions } from '../../base/kit/form/form.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useSession } from '../../base/session/session.tsx';

/** Changes the name of the person who is signed in. */
export function NameCard() {
  const { run, isRunning, failure } = useAction(ChangeNameDocument);
  const { person } = useSession();
  const toast = useToast();
  const submit = async (values: FormData) => {
    if (await run({ name: String(values.get('name')) })) toast('Name changed');
  };
  return (
    <Card title="Your name" about="Shown beside your changes.">
      <Form onSubmit={(values) => void submit(values)} failure={failure}>
        <TextField name="name" label="Name" defaultValue={person.name} autoComplete="name" required />
        <FormActions>
          <Button type="submit" isBusy={isRunning}>
            Change name
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
