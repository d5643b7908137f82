import { CircleCheck, CircleDashed } from 'lucide-react';
import { Link } from 'wouter';
import type { FirstStepsQuery } from '../../generated/operations.ts';
import type { Permission } from '../../generated/rules.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Code } from '../../base/kit/layout/code.tsx';
import { startNewOnceShown } from '../palette/shortcut.ts';
import { useMay } from '../../base/session/may.tsx';
import styles from './first-steps.module.css';

interface Step {
  needs: Permission;
  title: string;
  about: string;
  href: string;
  /** The kind of the file that can be imported instead. */
  imported?: string;
  /** The label of the button, in the words of the page that it leads to. */
  label: string;
  /** Whether the form is a dialog of that page, which is opened too. */
  isDialog?: true;
  isDone: boolean;
}

/** Guides a new account to its first delivery. */
export function FirstSteps({ of }: { of: FirstStepsQuery }) {
  const may = useMay();
  const steps = stepsOf(of).filter(({ needs }) => may(needs));
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <>
      <Card title="Get started" about="Your deliveries of today appear here after your first delivery.">
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step.title} className={styles.step}>
              {step.isDone ? (
                <CircleCheck size={20} className={styles.done} aria-hidden />
              ) : (
                <CircleDashed size={20} className={styles.open} aria-hidden />
              )}
              <div className={styles.text}>
                <h3>
                  {step.title} {step.isDone && <Badge tone="good">Done</Badge>}
                </h3>
                <p>
                  {step.about}
                  {step.imported && (
                    <>
                      {' '}
                      You can also <Link href={`/imports?kind=${step.imported}`}>import a file</Link>.
                    </>
                  )}
                </p>
              </div>
              <ButtonLink
                isSmall
                kind={step === next ? 'primary' : 'plain'}
                href={step.href}
                onClick={step.isDialog && startNewOnceShown}
              >
                {step.label}
              </ButtonLink>
            </li>
          ))}
        </ol>
      </Card>
      <Card title="Use the API" about="Replace YOUR_KEY with an API key.">
        <Code label="example request" text={curl()} />
        <p>
          See the <a href="/docs">API reference</a> for all requests.
        </p>
      </Card>
    </>
  );
}

function stepsOf({ supermarkets, products, deliveries, apiKeys, webhooks }: FirstStepsQuery): Step[] {
  return [
    {
      needs: 'supermarkets:write',
      title: 'Add a supermarket',
      about: 'A customer, with the branches you deliver to.',
      href: '/supermarkets/new',
      imported: 'supermarkets',
      label: 'New supermarket',
      isDone: supermarkets.totalCount > 0,
    },
    {
      needs: 'products:write',
      title: 'Add a product',
      about: 'An item in your catalogue, with its price.',
      href: '/products',
      imported: 'products',
      label: 'New product',
      isDialog: true,
      isDone: products.totalCount > 0,
    },
    {
      needs: 'deliveries:write',
      title: 'Create a delivery',
      about: 'Products for one branch, tomorrow or later.',
      href: '/deliveries/new',
      label: 'New delivery',
      isDone: deliveries.totalCount > 0,
    },
    {
      needs: 'keys',
      title: 'Create an API key',
      about: 'Authenticates requests from your systems.',
      href: '/keys',
      label: 'Create key',
      isDialog: true,
      isDone: apiKeys.length > 0,
    },
    {
      needs: 'webhooks:write',
      title: 'Add a webhook',
      about: 'Notifies your systems when something changes.',
      href: '/webhooks',
      label: 'Add webhook',
      isDialog: true,
      isDone: webhooks.totalCount > 0,
    },
  ];
}

function curl(): string {
  return `curl ${location.origin}/api/v1/products \\
  -H 'Authorization: Bearer YOUR_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Rye bread", "weight": 0.75, "price": 3.49, "category": "bakery"}'`;
}
