import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { CreateSupermarketDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Form, FormActions, type Texts } from '../../base/kit/form/form.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useDraft } from '../../base/kit/form/use-draft.tsx';
import { BRANCH } from './branch-fields.ts';
import { NEW_SUPERMARKET } from './supermarket-fields.ts';

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
        ...NEW_SUPERMARKET.valuesIn(values),
        branches: branches.map((_, index) => BRANCH.valuesIn(values, prefixOf(index))),
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
          <NEW_SUPERMARKET.Inputs />
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
            <BRANCH.Inputs prefix={prefixOf(index)} />
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
