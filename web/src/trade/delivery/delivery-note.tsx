import type { NoteFactsFragment } from '../../generated/operations.ts';
import { day, kilograms, money, wholeNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { LotList } from '../lot/lot-list.tsx';
import { UNITS } from '../../catalogue/product/units.ts';
import { useSession } from '../../base/session/session.tsx';
import { CompanyLogo } from '../../base/kit/paper/company-logo.tsx';
import { type Code, CodeFigure } from './code-figure.tsx';
import styles from './delivery-note.module.css';
import { cratesInWords } from './crates-in-words.ts';
import { numberInWords } from './numbers.ts';

interface DeliveryNoteProps {
  delivery: NoteFactsFragment;
  /** Whether prices are shown, unless the supermarket wants none. */
  hasPrices: boolean;
  /** The receipt link, to be scanned. */
  code?: Code | undefined;
}

/** Shows a delivery note as it is printed: sender, recipient, numbers, products, and a place to sign. */
export function DeliveryNote({ delivery, hasPrices, code }: DeliveryNoteProps) {
  const { account } = useSession();
  const { branch, products, notes, supermarket } = delivery;
  const total = hasPrices && !supermarket.hidesPrices ? delivery.totalValue : undefined;
  const title = `Delivery note ${numberInWords(delivery)}`;
  const numbers = [
    ['Number', `#${delivery.id}`],
    ["Supplier's number", delivery.reference],
    ["Customer's order number", delivery.orderNumber],
    ['Carrier', delivery.carrier],
    ['Delivery date', day(delivery.deliveryDate)],
    ['Delivery window', branch.deliveryWindow ?? 'Any time'],
  ] as const;
  return (
    <article className={styles.note} aria-label={title}>
      <CompanyLogo />
      <h2>{title}</h2>
      <dl className={styles.facts}>
        <Fact name="From">
          <strong>{account.name}</strong>
          {placeOf(account)}
        </Fact>
        <Fact name="To">
          <strong>{delivery.supermarketName}</strong>
          {`\n${delivery.branchName}`}
          {placeOf(branch)}
        </Fact>
      </dl>
      <dl className={styles.numbers}>
        {numbers.map(
          ([name, value]) =>
            value !== null && (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ),
        )}
      </dl>
      <NoteLines title={title} products={products} total={total} />
      {notes && (
        <dl>
          <Fact name="Notes">{notes}</Fact>
        </dl>
      )}
      <p className={styles.crates}>{cratesInWords(delivery.containers)}</p>
      <div className={styles.signatures}>
        {['Received by', 'Date and time', 'Signature'].map((label) => (
          <p key={label}>{label}</p>
        ))}
      </div>
      {code && <CodeFigure code={code} />}
    </article>
  );
}

interface NoteLinesProps {
  /** The title, which is repeated at the top of each printed page. */
  title: string;
  products: NoteFactsFragment['products'];
  /** The total; undefined when prices are hidden. */
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
              {gtinsOf(product).map((gtin) => (
                <div key={gtin} className={styles.gtin}>
                  {gtin}
                </div>
              ))}
              <LotList lots={lots} quantity={quantity} />
            </td>
            <td>{plural(quantity, UNITS[product.unit].toLowerCase())}</td>
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

/** Returns the lines of an address below a name. */
function placeOf({ address, phone, gln }: BranchContact): string {
  const lines = [address, phone && `Phone ${phone}`, gln && `GLN ${gln}`];
  return lines.map((line) => (line ? `\n${line}` : '')).join('');
}

interface BranchContact {
  address: string | null;
  phone: string | null;
  gln: string | null;
}

function gtinsOf({ gtin, caseGtin }: NoteFactsFragment['products'][number]['product']): string[] {
  return [gtin && `GTIN ${gtin}`, caseGtin && `Case GTIN ${caseGtin}`].filter((each) => each !== null);
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
