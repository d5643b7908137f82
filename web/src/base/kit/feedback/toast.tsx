import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { Link } from 'wouter';
import { classes } from '../layout/classes.ts';
import styles from './toast.module.css';

const SHOWN_MS = 5_000;
/** Who wants to follow a link has to get there. */
const SHOWN_WITH_LINK_MS = 15_000;
const ICONS = { good: CircleCheck, note: Info, warn: TriangleAlert };

/** Whether something was done, nothing had to be done, or something failed. */
type ToastTone = keyof typeof ICONS;

/** Where to go next, after what was done. */
export interface NextStep {
  label: string;
  href: string;
}

interface Toast {
  id: number;
  text: string;
  tone: ToastTone;
  next: NextStep | undefined;
}

/** @param tone good unless it is said */
type ShowToast = (text: string, tone?: ToastTone, next?: NextStep) => void;

const ToastContext = createContext<ShowToast>(() => {});
const ToastsContext = createContext<readonly Toast[]>([]);

/** Provides toasts to the pages within, which show them by `ToastList`. */
export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const show = useCallback<ShowToast>((text, tone = 'good', next) => {
    const id = Math.random();
    setToasts((shown) => [...shown, { id, text, tone, next }]);
    const remove = () => setToasts((shown) => shown.filter((toast) => toast.id !== id));
    setTimeout(remove, next ? SHOWN_WITH_LINK_MS : SHOWN_MS);
  }, []);
  return (
    <ToastContext value={show}>
      <ToastsContext value={toasts}>{children}</ToastsContext>
    </ToastContext>
  );
}

/** Shows the toasts where they cover nothing: below the navigation, on phones in the bar of the page. */
export function ToastList() {
  return (
    <div className={styles.toasts} role="status">
      {use(ToastsContext).map(({ id, text, tone, next }) => {
        const Icon = ICONS[tone];
        return (
          <p key={id} className={classes(styles.toast, styles[tone])}>
            <Icon size={18} aria-hidden />
            <span>
              {text}
              {next && (
                <>
                  {' · '}
                  <Link href={next.href}>{next.label}</Link>
                </>
              )}
            </span>
          </p>
        );
      })}
    </div>
  );
}

/** Returns a function that shows a toast for a few seconds. */
export function useToast(): ShowToast {
  return use(ToastContext);
}
