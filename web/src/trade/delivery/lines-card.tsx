import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { money } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { useSession } from '../../base/session/session.tsx';
import { type ChangeLines, type DayPrices, type DraftLine, valueOf } from './delivery-line.ts';
import { LineFields } from './line-fields.tsx';
import styles from './line-fields.module.css';
import { type Pasted, pasteLines } from './paste-lines.ts';

interface LinesCardProps {
  lines: DraftLine[];
  onChange: ChangeLines;
  /** The agreed prices of supermarket and day (default: none). */
  agreed?: DayPrices;
  /** Whether the lines are those of a new version, which keeps prices. */
  isChange?: boolean;
  /** The text above the lines, in place of the default one. */
  about?: ReactNode;
  /** The name of the list in the service's errors. */
  list?: 'products' | 'lines';
  /** Returns what else is entered for a line. */
  more?: (line: DraftLine, index: number, change: (change: Partial<DraftLine>) => void) => ReactNode;
}

const NO_PRICES: DayPrices = new Map();

/** Edits the lines of a new delivery or a standing order, with their total. */
export function LinesCard(props: LinesCardProps) {
  const { lines, onChange, agreed = NO_PRICES, isChange = false, about, list = 'products', more } = props;
  const { currency } = useSession().account;
  const nextKey = useRef(lines.length);
  const [pasted, setPasted] = useState<Pasted>();
  const total = lines.reduce((sum, line) => sum + valueOf(line, agreed), 0);
  const add = (isSpare = false) => {
    const line = { key: nextKey.current++, product: undefined, quantity: '', isAdded: true, isSpare };
    onChange((lines) => [...lines, line]);
  };
  const paste = (rows: string[][], index: number, isQuantity: boolean) => {
    const result = pasteLines(rows, { lines, index, isQuantity, nextKey: () => nextKey.current++ });
    setPasted(result);
    if (result.lines) onChange(() => result.lines!);
  };
  const changing = (key: number) => (change: Partial<DraftLine>) =>
    onChange((lines) =>
      lines.map((each) => (each.key === key ? { ...each, ...change, isSpare: false } : each)),
    );
  return (
    <Card
      title="Products"
      about={about ?? `At the prices of the date${isChange ? '; products that stay keep theirs' : ''}.`}
    >
      {lines.map((line, index) => (
        <LineFields
          key={line.key}
          line={line}
          index={index}
          list={list}
          agreed={agreed}
          onChange={changing(line.key)}
          onEntered={() => add(true)}
          onPasted={(rows, isQuantity) => paste(rows, index, isQuantity)}
          onRemove={
            lines.length > 1
              ? () => onChange((lines) => lines.filter(({ key }) => key !== line.key))
              : undefined
          }
        >
          {more?.(line, index, changing(line.key))}
        </LineFields>
      ))}
      {pasted && <Notice tone={pasted.lines ? 'note' : 'warn'}>{pasted.said}</Notice>}
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
