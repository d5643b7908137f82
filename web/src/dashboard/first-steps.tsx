import { CircleCheck, CircleDashed } from 'lucide-react';
import type { FirstStepsQuery } from '../generated/operations.ts';
import { Badge } from '../kit/badge.tsx';
import { ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Code } from '../kit/code.tsx';
import styles from './first-steps.module.css';

interface Step {
  title: string;
  about: string;
  href: string;
  label: string;
  isDone: boolean;
}

/** What a new account does first, in this order; for who has no deliveries yet. */
export function FirstSteps({ of }: { of: FirstStepsQuery }) {
  const steps = stepsOf(of);
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <>
      <Card title="First steps" about="Your figures appear here with the first delivery.">
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
                  {step.title} {step.isDone && <Badge tone="good">done</Badge>}
                </h3>
                <p>{step.about}</p>
              </div>
              <ButtonLink isSmall kind={step === next ? 'primary' : 'plain'} href={step.href}>
                {step.label}
              </ButtonLink>
            </li>
          ))}
        </ol>
      </Card>
      <Card title="Or from a program" about="With a key of yours in place of YOUR_KEY.">
        <Code label="first request" text={curl()} />
        <p>
          All requests are in the <a href="/docs">API reference</a>.
        </p>
      </Card>
    </>
  );
}

function stepsOf({ supermarkets, products, deliveries, apiKeys, webhooks }: FirstStepsQuery): Step[] {
  return [
    {
      title: 'Add a supermarket',
      about: 'Whom you deliver to, with its branches.',
      href: '/supermarkets',
      label: 'Supermarkets',
      isDone: supermarkets.totalCount > 0,
    },
    {
      title: 'Add a product',
      about: 'What you deliver, with its price.',
      href: '/products',
      label: 'Products',
      isDone: products.totalCount > 0,
    },
    {
      title: 'Create a delivery',
      about: 'Products for a branch, on a day from tomorrow on.',
      href: '/deliveries/new',
      label: 'New delivery',
      isDone: deliveries.totalCount > 0,
    },
    {
      title: 'Create an API key',
      about: 'So that your programs can do the same.',
      href: '/keys',
      label: 'API keys',
      isDone: apiKeys.length > 0,
    },
    {
      title: 'Add a webhook',
      about: 'So that your programs are told of what happens.',
      href: '/webhooks',
      label: 'Webhooks',
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
