import type { NoteFactsFragment } from '../generated/operations.ts';
import { day, kilograms, money, wholeNumber } from '../kit/format.ts';
import { plural } from '../kit/plural.ts';
import { LotList } from '../lot/lot-list.tsx';
import { useSession } from '../session/session.tsx';
import styles from './delivery-note.module.css';
import { numberInWords } from './numbers.ts';

interface DeliveryNoteProps {
  delivery: NoteFactsFragment;
  hasPrices: boolean;
  /** Whether the note has a title of its own, because the page has several. */
  isTitled?: boolean;
}

/** Shows a delivery note: sender, recipient, products, and a place to sign. */
export function DeliveryNote({ delivery, hasPrices, isTitled = false }: DeliveryNoteProps) {
  const { account } = useSession();
  const { branch, products, notes } = delivery;
  const title = `Delivery note ${numberInWords(delivery)}`;
  return (
    <article className={styles.note} aria-label={isTitled ? title : 'Delivery note'}>
      {isTitled && <h2>{title}</h2>}
      <dl className={styles.facts}>
        <Fact name="From">
          {account.name}
          <br />
          Number: {numberInWords(delivery)}
        </Fact>
        <Fact name="To">
          <strong>{delivery.supermarketName}</strong>
          <br />
          {delivery.branchName}
          <br />
          {branch.address}
        </Fact>
        <Fact name="Delivery date">{day(delivery.deliveryDate)}</Fact>
        <Fact name="Delivery window">{branch.deliveryWindow ?? 'Any time'}</Fact>
      </dl>
      <NoteLines title={title} products={products} total={hasPrices ? delivery.totalValue : undefined} />
      {notes && (
        <dl>
          <Fact name="Notes">{notes}</Fact>
        </dl>
      )}
      <div className={styles.signatures}>
        {['Received by', 'Date and time', 'Signature'].map((label) => (
          <p key={label}>{label}</p>
        ))}
      </div>
    </article>
  );
}

interface NoteLinesProps {
  /** Repeated at the top of each printed page. */
  title: string;
  products: NoteFactsFragment['products'];
  /** Undefined when prices are hidden. */
  total: number | undefined;
}

function NoteLines({ title, products, total }: NoteLinesProps) {
  const { currency } = useSession().account;
  const units = products.reduce((sum, { quantity }) => sum + quantity, 0);
  const weight = products.reduce((sum, { quantity, product }) => sum + quantity * product.weight, 0);
  const hasPrices = total !== undefined;
  return (
    <table className={styles.lines}>
      <caption className="visually-hidden">Products</caption>
      <thead>
        <tr className={styles.running}>
          <td colSpan={hasPrices ? 6 : 4}>{title}</td>
        </tr>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Product</th>
          <th scope="col">Quantity</th>
          <th scope="col">Weight</th>
          {hasPrices && <th scope="col">Unit price</th>}
          {hasPrices && <th scope="col">Amount</th>}
        </tr>
      </thead>
      <tbody>
        {products.map(({ productId, product, name, quantity, unitPrice, lots }) => (
          <tr key={productId}>
            <td>{product.sequentialId}</td>
            <td>
              {name}
              <LotList lots={lots} quantity={quantity} />
            </td>
            <td>{wholeNumber(quantity)}</td>
            <td>{kilograms(quantity * product.weight)}</td>
            {hasPrices && <td>{money(unitPrice, currency)}</td>}
            {hasPrices && <td>{money(unitPrice * quantity, currency)}</td>}
          </tr>
        ))}
        <tr className={styles.total}>
          <td colSpan={2}>Total: {plural(products.length, 'product')}</td>
          <td>{wholeNumber(units)}</td>
          <td>{kilograms(weight)}</td>
          {hasPrices && <td colSpan={2}>{money(total, currency)}</td>}
        </tr>
      </tbody>
    </table>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
