import {
  createContext,
  Fragment,
  type ReactNode,
  type Ref,
  type SubmitEvent,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Failure } from '../../graphql/failure.ts';
import { sentence } from '../../graphql/failure.ts';
import { FailedNotice } from '../feedback/failed-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import { classes } from '../layout/classes.ts';
import { problemInWords } from '../words/problem-in-words.ts';
import { problemOf } from '../words/problem-of.ts';
import type { Drafted } from './use-draft.tsx';
import styles from './form.module.css';

interface FormState {
  failure: Failure | undefined;
  /** The names of the fields that were corrected since the failure. */
  corrected: ReadonlySet<string>;
  clearError: (name: string) => void;
  /** Called when a field no longer waits for its options. */
  settled: () => void;
  /** The values of a draft that is continued, by the names of the fields. */
  drafted: Texts | undefined;
}

/** The values of fields, by name. */
export type Texts = Readonly<Record<string, string>>;

const FormContext = createContext<FormState>({
  failure: undefined,
  corrected: new Set(),
  clearError: () => {},
  settled: () => {},
  drafted: undefined,
});

interface FormProps {
  /** Set for buttons outside of the form. */
  id?: string;
  /** Called with the values of the fields, by name. */
  onSubmit: (values: FormData) => void;
  /** Shown at its fields; errors without a field are shown at the end, beside the button. */
  failure: Failure | undefined;
  /** Keeps what is typed until it is sent. */
  draft?: Drafted<Texts> | undefined;
  /** Called with the values whenever something was typed. */
  onTyped?: (values: Texts) => void;
  children: ReactNode;
}

/**
 * A form that shows errors at their fields, focuses the first of them, and removes an error once its field is
 * corrected. Constraints such as `required` or `step` are checked before anything is sent. A form whose
 * fields still wait for their options is submitted once they have them. Ctrl Enter submits it from any field,
 * by the button with `data-quick` if there is one.
 */
export function Form({ id, onSubmit, failure, draft, onTyped, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [names, setNames] = useState<string[]>([]);
  const [refusal, setRefusal] = useState<Failure>();
  const [corrected, setMended] = useState<ReadonlySet<string>>(new Set());
  // The pressed button, while the form waits to be submitted; null for none.
  const waiting = useRef<HTMLElement | null>(undefined);
  const [isWaiting, setWaiting] = useState(false);
  const [, setSettledCount] = useState(0);
  const shown = refusal ?? failure;
  const clearError = useCallback(
    (...names: string[]) => setMended((corrected) => new Set([...corrected, ...names])),
    [],
  );
  const drafted = draft?.values;
  const settled = useCallback(() => {
    if (waiting.current !== undefined) setSettledCount((count) => count + 1);
  }, []);
  const waitWith = (button: HTMLElement | null | undefined) => {
    waiting.current = button;
    setWaiting(button !== undefined);
  };
  // After the effects of the fields, by which all that settled at the same time are valid.
  useEffect(() => {
    const button = waiting.current;
    if (button === undefined || isAwaiting(element.current!)) return;
    waitWith(undefined);
    element.current!.requestSubmit(button);
  });
  const state = useMemo(
    () => ({ failure: shown, corrected, clearError, settled, drafted }),
    [shown, corrected, clearError, settled, drafted],
  );
  const isShownByFields = shown !== undefined && isShownBy(names, shown);
  const focused = useRef<Failure>(undefined);
  useEffect(() => {
    if (focused.current === shown) return;
    focused.current = shown;
    // Otherwise the notice has the focus.
    const wrong = isShownByFields && element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!wrong) return;
    wrong.closest('details')?.setAttribute('open', '');
    wrong.focus();
  }, [shown, isShownByFields]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isAwaiting(form)) return waitWith(event.nativeEvent.submitter);
    setNames(fieldsOf(form).map(({ name }) => name));
    setMended(new Set());
    const refused = refusalOf(form);
    setRefusal(refused);
    if (!refused) onSubmit(new FormData(form, event.nativeEvent.submitter));
  };
  return (
    <FormContext value={state}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its fields */}
      <form
        ref={element}
        id={id}
        className={styles.form}
        onSubmit={submit}
        onInput={({ target, currentTarget }) => {
          waitWith(undefined);
          const typed = textsOf(currentTarget);
          draft?.save(typed);
          onTyped?.(typed);
          const field = target as HTMLInputElement;
          if (shown && problemOf(field) === '') clearError(...namesOf(field));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          // Browsers would submit it by its first button.
          event.preventDefault();
          const buttons = [...event.currentTarget.elements].filter((each) => each.matches('[type=submit]'));
          const button = buttons.find((each) => each.matches('[data-quick]')) ?? buttons[0];
          (button as HTMLElement | undefined)?.click();
        }}
        noValidate
      >
        {isWaiting && <Notice tone="note">Waiting for the search to finish…</Notice>}
        {draft?.offer}
        {/* Fields take their values when they appear. */}
        <Fragment key={drafted ? 'continued' : 'new'}>{children}</Fragment>
        <FailedNotice failure={isShownByFields ? undefined : shown} />
      </form>
    </FormContext>
  );
}

/** Returns whether a field was left before its options arrived. */
function isAwaiting(form: HTMLFormElement): boolean {
  return form.querySelector('[data-awaited]') !== null;
}

function textsOf(form: HTMLFormElement): Texts {
  const values = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(values) as Texts;
}

type NamedField = HTMLInputElement | HTMLFieldSetElement;

function fieldsOf(form: HTMLFormElement): NamedField[] {
  return ([...form.elements] as NamedField[]).filter(({ name }) => name !== '');
}

/** Returns the names of a field and of its groups. */
function namesOf(field: HTMLInputElement): string[] {
  const names = [field.name];
  for (let group = field.closest('fieldset'); group; group = group.parentElement!.closest('fieldset')) {
    names.push(group.name);
  }
  return names;
}

/** Checks the fields in the browser. Returns the errors in the format of the service. */
function refusalOf(form: HTMLFormElement): Failure | undefined {
  const details = fieldsOf(form).flatMap((field) => {
    const message = field.dataset.missing ?? problemOf(field as HTMLInputElement);
    return message ? [{ field: field.name, message }] : [];
  });
  const [first] = details;
  return first && { code: 'validation_error', message: first.message, field: first.field, details };
}

function isShownBy(names: string[], { details }: Failure): boolean {
  return details.length > 0 && details.every(({ field }) => names.includes(field));
}

/** Returns the error of a field of the surrounding form, as a sentence about its label. */
export function useFieldError(name: string, label: string): string | undefined {
  const { failure, corrected } = use(FormContext);
  const found = failure?.details.find(({ field }) => field === name);
  if (!found || corrected.has(name)) return undefined;
  const words = problemInWords(found) ?? found.wording;
  return sentence(words === undefined ? found.message : `${label} ${words}`);
}

/** Returns a function that clears the error of a field, for inputs that emit no `input` events. */
export function useClearError(): (name: string) => void {
  return use(FormContext).clearError;
}

/** Returns a function to call when a field no longer waits for its options. */
export function useSettledField(): () => void {
  return use(FormContext).settled;
}

/** Returns the initial value of a field from the draft that is continued, unless the page keeps its value. */
export function useDrafted(name: string, field: { value?: unknown }): { defaultValue?: string } {
  const drafted = use(FormContext).drafted?.[name];
  return drafted === undefined || field.value !== undefined ? {} : { defaultValue: drafted };
}

/** Returns the same for a checkbox, of which a draft has a value only if it was checked. */
export function useDraftedCheck(
  name: string,
  field: { checked?: unknown; value?: unknown },
): { defaultChecked?: boolean } {
  const { drafted } = use(FormContext);
  const isOwn = field.checked !== undefined || field.value !== undefined;
  return drafted === undefined || isOwn ? {} : { defaultChecked: name in drafted };
}

/** Makes the surrounding form wait to be submitted while `isAwaited`. */
export function Awaited({ isAwaited }: { isAwaited: boolean }) {
  const { settled } = use(FormContext);
  useEffect(() => {
    if (!isAwaited) settled();
  }, [isAwaited, settled]);
  return isAwaited && <span hidden data-awaited />;
}

/** Places fields side by side where there is room. */
export function FieldRow({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} className={styles.row}>
      {children}
    </div>
  );
}

/** The buttons at the end of a form; `isAtThumb` keeps them in view, at the lower edge of a phone. */
export function FormActions({ isAtThumb, children }: { isAtThumb?: boolean; children: ReactNode }) {
  return <div className={classes(styles.actions, isAtThumb && styles.atThumb)}>{children}</div>;
}

/** Optional fields in one closed line, such as what few people enter. */
export function MoreFields({
  label,
  isOpen,
  children,
}: {
  label: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <details className={styles.more} open={isOpen}>
      <summary>
        {label} <span className={styles.optional}>optional</span>
      </summary>
      {children}
    </details>
  );
}
