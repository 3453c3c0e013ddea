import { getKind, type Kind } from 'image-url-engine/edge-cases.ts';
import { useRef } from 'preact/hooks';
import { ImageAddress } from '../pictures/image-address.tsx';
import { Icon } from '../shell/icons.tsx';
import { words } from '../words.ts';
import { getLabel } from './kinds.ts';

const { control: texts } = words;

export interface ControlProps {
  /** Id of the field, for its label. */
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly value: unknown;
  readonly placeholder?: string;
  readonly onChange: (value: unknown) => void;
}

/** Returns an empty value of the same shape, for a new row of a list. */
const emptyLike = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, emptyLike(inner)]));
  if (typeof value === 'number') return 0;
  return typeof value === 'boolean' ? false : '';
};

const List = ({ id, name, label, value, onChange }: ControlProps) => {
  const rows = value as readonly unknown[];
  const replaced = (at: number, ...items: unknown[]) =>
    onChange([...rows.slice(0, at), ...items, ...rows.slice(at + 1)]);
  return (
    <div class="rows" id={id}>
      {rows.map((row, at) => (
        <div class="row" key={at}>
          <Control
            id={`${id}-${at}`}
            name={name}
            label={`${label} ${at + 1}`}
            value={row}
            onChange={(next: unknown) => replaced(at, next)}
          />
          <button
            type="button"
            class="quiet square"
            aria-label={texts.up(label, at + 1)}
            disabled={at === 0}
            onClick={() => onChange([...rows.slice(0, at - 1), row, rows[at - 1], ...rows.slice(at + 1)])}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            class="quiet square"
            aria-label={texts.remove(label, at + 1)}
            onClick={() => replaced(at)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button type="button" class="quiet add" onClick={() => onChange([...rows, emptyLike(rows.at(-1) ?? '')])}>
        <Icon name="plus" /> {texts.add}
        <span class="hidden"> {texts.addTo(label)}</span>
      </button>
    </div>
  );
};

const Fields = ({ id, label, value, onChange }: ControlProps) => (
  <div class="fields" id={id}>
    {Object.entries(value as object).map(([key, inner]) => (
      <label class="field" key={key} for={`${id}-${key}`}>
        <span>{getLabel(key)}</span>
        <Control
          id={`${id}-${key}`}
          name={key}
          label={`${label}, ${getLabel(key)}`}
          value={inner}
          onChange={(next) => onChange({ ...(value as object), [key]: next })}
        />
      </label>
    ))}
  </div>
);

/** Returns six digits for the browser's colour picker; black if the text cannot be parsed. */
const pickable = (text: string): string => {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/i.exec(text);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  return /^#[0-9a-f]{6}/i.test(text) ? text.slice(0, 7) : '#000000';
};

const Colour = ({ id, label, value, placeholder, onChange }: ControlProps) => (
  <div class="colour">
    <input
      type="color"
      aria-label={texts.picker(label)}
      value={pickable(String(value))}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
    <input
      id={id}
      type="text"
      spellcheck={false}
      aria-label={label}
      value={String(value)}
      placeholder={placeholder}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </div>
);

/** Returns the kind of a value. While someone types, it stays: another field would not have the focus. */
const useKind = ({ id, name, value }: ControlProps): Kind => {
  const last = useRef<Kind>(undefined);
  const isTyped = typeof value === 'string' && document.activeElement?.id === id;
  if (!isTyped || last.current === undefined) last.current = getKind(name, value);
  return last.current;
};

/** The control of a variable, by the kind of its value. */
export const Control = (props: ControlProps) => {
  const { id, label, value, placeholder, onChange } = props;
  const shared = { id, 'aria-label': label, placeholder };
  switch (useKind(props)) {
    case 'list':
      return <List {...props} />;
    case 'object':
      return <Fields {...props} />;
    case 'colour':
      return <Colour {...props} />;
    case 'number':
      return (
        <input
          {...shared}
          type="number"
          step="any"
          value={String(value)}
          onInput={({ currentTarget: { valueAsNumber } }) => Number.isFinite(valueAsNumber) && onChange(valueAsNumber)}
        />
      );
    case 'switch':
      return (
        <input
          id={id}
          aria-label={label}
          type="checkbox"
          role="switch"
          class="switch"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'long text':
      return (
        <textarea
          {...shared}
          rows={3}
          value={String(value ?? '')}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'image':
      return <ImageAddress {...props} />;
    default:
      return (
        <input
          {...shared}
          type="text"
          value={String(value ?? '')}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
};
