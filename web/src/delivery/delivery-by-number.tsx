import type { SubmitEvent } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import styles from './delivery-by-number.module.css';

/** Opens a delivery by its number. */
export function DeliveryByNumber() {
  const [, go] = useLocation();
  const open = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = String(new FormData(event.currentTarget).get('number')).replace(/^\s*#?\s*/, '');
    if (number !== '') go(`/deliveries/${encodeURIComponent(number.trim())}`);
  };
  return (
    <form className={styles.form} onSubmit={open}>
      <TextField name="number" label="Number" inputMode="numeric" placeholder="#" autoComplete="off" />
      <Button type="submit">Open</Button>
    </form>
  );
}
