import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { money } from '../kit/format.ts';
import { useSession } from '../session/session.tsx';
import { type ChangeLines, type DraftLine, valueOf } from './delivery-line.ts';
import { LineFields } from './line-fields.tsx';
import styles from './line-fields.module.css';

interface LinesCardProps {
  lines: DraftLine[];
  onChange: ChangeLines;
  /** Whether the lines are those of a new version, which keeps prices. */
  isChange: boolean;
}

/** Edits the lines of a new delivery, with their total. */
export function LinesCard({ lines, onChange, isChange }: LinesCardProps) {
  const { currency } = useSession().account;
  const nextKey = useRef(lines.length);
  const total = lines.reduce((sum, line) => sum + valueOf(line), 0);
  const add = (isSpare = false) => {
    const line = { key: nextKey.current++, product: undefined, quantity: '', isAdded: true, isSpare };
    onChange((lines) => [...lines, line]);
  };
  return (
    <Card
      title="Products"
      about={
        <>
          From your <Link href="/products">catalogue</Link>, at current prices
          {isChange && '; products that stay keep theirs'}.
        </>
      }
    >
      {lines.map((line, index) => (
        <LineFields
          key={line.key}
          line={line}
          index={index}
          onChange={(change) =>
            onChange((lines) =>
              lines.map((each) => (each.key === line.key ? { ...each, ...change, isSpare: false } : each)),
            )
          }
          onEntered={() => add(true)}
          onRemove={
            lines.length > 1
              ? () => onChange((lines) => lines.filter(({ key }) => key !== line.key))
              : undefined
          }
        />
      ))}
      <div className={styles.total}>
        <Button icon={Plus} onClick={() => add()}>
          Add product
        </Button>
        <output className={styles.sum}>
          <strong>{money(total, currency)}</strong>
          <span>Estimated total</span>
        </output>
      </div>
    </Card>
  );
}
