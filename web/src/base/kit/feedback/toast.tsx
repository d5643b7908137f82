import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { classes } from '../layout/classes.ts';
import styles from './toast.module.css';

const SHOWN_MS = 5_000;
const ICONS = { good: CircleCheck, note: Info, warn: TriangleAlert };

/** Whether something was done, nothing had to be done, or something failed. */
type ToastTone = keyof typeof ICONS;

interface Toast {
  id: number;
  text: string;
  tone: ToastTone;
}

/** @param tone good unless it is said */
type ShowToast = (text: string, tone?: ToastTone) => void;

const ToastContext = createContext<ShowToast>(() => {});

/** Provides toasts to the pages within. */
export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const show = useCallback<ShowToast>((text, tone = 'good') => {
    const id = Math.random();
    setToasts((shown) => [...shown, { id, text, tone }]);
    setTimeout(() => setToasts((shown) => shown.filter((toast) => toast.id !== id)), SHOWN_MS);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <div className={styles.toasts} role="status">
        {toasts.map(({ id, text, tone }) => {
          const Icon = ICONS[tone];
          return (
            <p key={id} className={classes(styles.toast, styles[tone])}>
              <Icon size={18} aria-hidden /> {text}
            </p>
          );
        })}
      </div>
    </ToastContext>
  );
}

/** Returns a function that shows a toast for a few seconds. */
export function useToast(): ShowToast {
  return use(ToastContext);
}
