import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { getMessage } from '../session/service.ts';
import { Dialog } from '../shell/dialog.tsx';
import { complain } from '../shell/notice.tsx';
import { words } from '../words.ts';

const { settings } = words;

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
export const formatDay = (iso: string): string => day.format(new Date(iso));
export const formatMoment = (iso: string): string => moment.format(new Date(iso));

/** Returns the beginning of a day as the service expects it; undefined for an empty field. */
export const toExpiry = (date: string): { expiresAt?: string } =>
  date === '' ? {} : { expiresAt: `${date}T00:00:00Z` };

/** Returns a limit as the service expects it; nothing for an empty field. */
export const toLimit = <Name extends string>(name: Name, text: string): Partial<Record<Name, number>> =>
  text.trim() === '' ? {} : ({ [name]: Number(text) } as Record<Name, number>);

/** Facts in one line. Empty ones are left out. */
export const Facts = ({ facts }: { facts: readonly (string | undefined | false)[] }) => (
  <p class="entry-facts">{facts.filter(Boolean).join(' · ')}</p>
);

/** A button that copies a text, and says so. */
export const CopyButton = ({ text, isPrimary = false }: { text: string; isPrimary?: boolean }) => {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [text]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      complain(settings.noCopying);
    }
  };
  return (
    <button type="button" class={isPrimary ? 'primary' : ''} onClick={copy}>
      {isCopied ? settings.copied : settings.copy}
    </button>
  );
};

/** A text to copy. */
export const Copied = ({ label, text, isPrimary = false }: { label: string; text: string; isPrimary?: boolean }) => (
  <div class="to-copy">
    <div class="snippet-head">
      <p class="note">{label}</p>
      <CopyButton text={text} isPrimary={isPrimary} />
    </div>
    <pre tabIndex={0} aria-label={label}>
      {text}
    </pre>
  </div>
);

interface SecretProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onDone: () => void;
}

/** A secret that is shown once, until the user confirms. */
export const Secret = ({ title, children, onDone }: SecretProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="secret" aria-label={title}>
      <h2 tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <p>{words.secret.once}</p>
      {children}
      <p>
        <button type="button" onClick={onDone}>
          {words.secret.done}
        </button>
      </p>
    </section>
  );
};

interface DeletionProps {
  readonly name: string;
  /** What follows from it. */
  readonly text: string;
  /** @throws Refusal */
  readonly onConfirm: () => Promise<void>;
  readonly children?: ComponentChildren;
}

/** A button that deletes after confirmation. */
export const Deletion = ({ name, text, onConfirm, children }: DeletionProps) => {
  const [isOpen, setOpen] = useState(false);
  const confirm = async () => {
    setOpen(false);
    await onConfirm().catch((error) => complain(getMessage(error)));
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        {settings.delete}
        <span class="hidden"> {name}</span>
      </button>
      {isOpen && (
        <Dialog title={`${settings.deleteNow} ${name}?`} onClose={() => setOpen(false)}>
          <p>{text}</p>
          {children}
          <div class="choices">
            <button type="button" onClick={() => setOpen(false)}>
              {settings.keep}
            </button>
            <button type="button" class="danger" onClick={confirm}>
              {settings.deleteNow}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
};

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'date' | 'number' | 'url';
  readonly placeholder?: string;
  readonly isOptional?: boolean;
}

/** A labelled text field. */
export const Field = ({ id, label, value, onChange, type = 'text', placeholder, isOptional = false }: FieldProps) => (
  <label class="field" for={id}>
    <span>
      {label}
      {isOptional && ` (${settings.optional})`}
    </span>
    <input
      id={id}
      // the types of Preact know each type of a field, but no choice of them
      {...({ type } as { type: 'text' })}
      value={value}
      placeholder={placeholder}
      required={!isOptional}
      min={type === 'number' ? 1 : undefined}
      autocomplete="off"
      spellcheck={false}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </label>
);

interface LimitsProps {
  /** Begins the ids of the fields. */
  readonly id: string;
  readonly label: string;
  readonly limit: string;
  readonly onLimit: (limit: string) => void;
  readonly expiresOn: string;
  readonly onExpiry: (date: string) => void;
}

/** Optional fields for how much a key may be used, and until when. */
export const KeyLimits = ({ id, label, limit, onLimit, expiresOn, onExpiry }: LimitsProps) => (
  <div class="field-row">
    <Field id={`${id}-limit`} label={label} type="number" isOptional value={limit} onChange={onLimit} />
    <Field
      id={`${id}-expiry`}
      label={settings.expiresOn}
      type="date"
      isOptional
      value={expiresOn}
      onChange={onExpiry}
    />
  </div>
);

interface CreationProps {
  /** Text of the button that opens the form. */
  readonly title: string;
  readonly button?: string;
  /** @throws Refusal */
  readonly onSubmit: () => Promise<void>;
  readonly children: ComponentChildren;
}

/** A form that a button opens. It stays open, with the service's message, after an error. */
export const Creation = ({ title, button = settings.create, onSubmit, children }: CreationProps) => {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // once it is back in place of the form
    requestAnimationFrame(() => opener.current?.focus());
  };
  useEffect(() => {
    if (isOpen) form.current?.querySelector('input')?.focus();
  }, [isOpen]);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      await onSubmit();
      setOpen(false);
    } catch (error) {
      setProblem(getMessage(error));
    }
    setBusy(false);
  };
  if (!isOpen)
    return (
      <button type="button" class="primary" ref={opener} onClick={() => setOpen(true)}>
        {title}
      </button>
    );
  return (
    <form class="creation" ref={form} onSubmit={submit} aria-label={title}>
      {children}
      {problem && (
        <p class="failure" role="alert">
          {problem}
        </p>
      )}
      <div class="choices">
        <button type="button" onClick={close}>
          {settings.keep}
        </button>
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? settings.creating : button}
        </button>
      </div>
    </form>
  );
};

interface EntriesProps<T> {
  readonly entries: readonly T[] | undefined;
  readonly problem: string;
  /** Text in place of an empty list. */
  readonly none: string;
  readonly label: string;
  readonly children: (entry: T) => ComponentChildren;
}

/** A list that is being loaded. */
export const Entries = <T,>({ entries, problem, none, label, children }: EntriesProps<T>) => (
  <>
    {problem && (
      <p class="failure" role="alert">
        {problem}
      </p>
    )}
    {!entries && !problem && <p class="empty">{settings.loading}</p>}
    {entries?.length === 0 && <p class="empty">{none}</p>}
    {entries && entries.length > 0 && (
      <ul class="entries" aria-label={label}>
        {entries.map(children)}
      </ul>
    )}
  </>
);
