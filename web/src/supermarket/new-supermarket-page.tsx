import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { CreateSupermarketDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { TextField } from '../kit/field.tsx';
import { FieldRow, Form, FormActions, type Texts } from '../kit/form.tsx';
import { Page } from '../kit/page.tsx';
import { textIn } from '../kit/text-in.ts';
import { useToast } from '../kit/toast.tsx';
import { useDraft } from '../kit/use-draft.tsx';
import { CutOffFields, cutOffIn } from './cut-off-fields.tsx';
import { BranchFields, branchIn } from './branch-fields.tsx';

/** Creates a supermarket with its branches. */
export default function NewSupermarketPage() {
  const { run, isRunning, failure } = useAction(CreateSupermarketDocument);
  const [, go] = useLocation();
  const toast = useToast();
  const nextKey = useRef(1);
  const [branches, setBranches] = useState([0]);
  const draft = useDraft<Texts>('supermarket', (values) => {
    const count = Object.keys(values).filter((name) => /^branches\[\d+\]\.name$/.test(name)).length;
    setBranches(Array.from({ length: count }, () => nextKey.current++));
  });
  const submit = async (values: FormData) => {
    const result = await run({
      input: {
        name: String(values.get('name')),
        contactEmail: String(values.get('contactEmail')),
        reference: textIn(values, 'reference'),
        cutOff: cutOffIn(values),
        branches: branches.map((_, index) => branchIn(values, prefixOf(index))),
      },
    });
    if (!result) return;
    draft.forget();
    toast('Supermarket created');
    go(`/supermarkets/${result.createSupermarket.id}`);
  };
  return (
    <Page title="New supermarket" back={{ href: '/supermarkets', label: 'Supermarkets' }}>
      <Form onSubmit={(values) => void submit(values)} failure={failure} draft={draft}>
        <Card title="Supermarket">
          <FieldRow>
            <TextField name="name" label="Name" required />
            <TextField name="contactEmail" label="Contact e-mail" type="email" required />
          </FieldRow>
          <TextField name="reference" label="Your number" isOptional />
          <CutOffFields cutOff={null} />
        </Card>
        {branches.map((key, index) => (
          <Card
            key={key}
            title={`Branch ${index + 1}`}
            actions={
              <Button
                isSmall
                kind="quiet"
                icon={Trash2}
                aria-label={`Remove branch ${index + 1}`}
                onClick={() => setBranches(branches.filter((other) => other !== key))}
              >
                Remove
              </Button>
            }
          >
            <BranchFields prefix={prefixOf(index)} />
          </Card>
        ))}
        <FormActions>
          <Button icon={Plus} onClick={() => setBranches([...branches, nextKey.current++])}>
            Add branch
          </Button>
        </FormActions>
        <FormActions>
          <Button type="submit" kind="primary" isBusy={isRunning}>
            Create supermarket
          </Button>
          <ButtonLink href="/supermarkets">Cancel</ButtonLink>
        </FormActions>
      </Form>
    </Page>
  );
}

function prefixOf(index: number): string {
  return `branches[${index}].`;
}
