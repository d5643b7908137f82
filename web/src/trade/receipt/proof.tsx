import styles from './proof.module.css';

interface ProofProps {
  signature: string | null;
  photos: readonly { id: string }[];
}

/** Shows the signature and the photos of a receipt. */
export function Proof({ signature, photos }: ProofProps) {
  return (
    <>
      {signature && (
        <svg className={styles.signature} viewBox="-4 -4 608 208" role="img" aria-label="Signature">
          <path d={signature} />
        </svg>
      )}
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map(({ id }, index) => (
            <li key={id}>
              <img src={`/photos/${id}`} alt={`Goods at the door, ${index + 1}`} loading="lazy" />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
