import { CircleCheck } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import styles from './toast.module.css';

const SHOWN_MS = 5_000;

interface Toast {
  id: number;
  text: string;
}

const ToastContext = createContext<(text: string) => void>(() => {});

/** Provides toasts to the pages within. */
export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const show = useCallback((text: string) => {
    const id = Math.random();
    setToasts((shown) => [...shown, { id, text }]);
    setTimeout(() => setToasts((shown) => shown.filter((toast) => toast.id !== id)), SHOWN_MS);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <div className={styles.toasts} role="status">
        {toasts.map(({ id, text }) => (
          <p key={id} className={styles.toast}>
            <CircleCheck size={18} aria-hidden /> {text}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}

/** Returns a function that shows a toast for a few seconds. */
export function useToast(): (text: string) => void {
  return use(ToastContext);
}
