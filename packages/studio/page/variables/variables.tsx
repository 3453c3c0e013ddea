import { effect } from '@preact/signals';
import { code, values } from '../document/document.ts';
import { changeCode } from '../editor/editor.tsx';
import { type Answer, answer, variables } from '../image/checking.ts';
import { Icon } from '../shell/icons.tsx';
import { complain, report } from '../shell/notice.tsx';
import { words } from '../words.ts';
import { Control } from './control.tsx';
import { defaultChanges } from './defaults.ts';
import { getDefault, getLabel } from './kinds.ts';

const { variables: texts } = words;

type TemplateVariable = Answer['variables'][number];

const set = (name: string, value: unknown): void => {
  values.value = { ...values.value, [name]: value };
};

const reset = (name: string): void => {
  const { [name]: _, ...others } = values.value;
  values.value = others;
};

const Row = ({ variable }: { variable: TemplateVariable }) => {
  const { name, required } = variable;
  const isSet = Object.hasOwn(values.value, name);
  const value = isSet ? values.value[name] : getDefault(variable, code.value);
  const id = `variable-${name}`;
  return (
    <div class="variable">
      <label for={id}>
        {getLabel(name)}
        <code>{name}</code>
      </label>
      {required && !isSet && <span class="needed">{texts.needed}</span>}
      {isSet && (
        <button
          type="button"
          class="quiet square"
          aria-label={texts.reset(getLabel(name))}
          title={texts.resetTitle}
          onClick={() => reset(name)}
        >
          <Icon name="undo" />
        </button>
      )}
      <Control
        id={id}
        name={name}
        label={getLabel(name)}
        value={value}
        {...(required && { placeholder: texts.sample(getLabel(name)) })}
        onChange={(next) => set(name, next)}
      />
    </div>
  );
};

/** Code and values before the values became the defaults. */
let beforeDefaults: { readonly code: string; readonly values: typeof values.value } | undefined;

// undone in the editor, the values are set by hand again
effect(() => {
  if (code.value !== beforeDefaults?.code) return;
  values.value = beforeDefaults.values;
  beforeDefaults = undefined;
});

/** Writes the values that were set by hand into the code, as the variables' defaults. Undo in the editor undoes it. */
const makeDefaults = (): void => {
  const before = { code: code.value, values: values.value };
  const { changes, left } = defaultChanges(code.value, values.value);
  changeCode(changes);
  if (changes.length > 0) beforeDefaults = before;
  values.value = Object.fromEntries(Object.entries(values.value).filter(([name]) => left.includes(name)));
  if (left.length > 0) complain(texts.noPlace(left.join(', ')));
  else report(texts.areDefaults);
};

const OwnValues = () =>
  Object.keys(values.value).length > 0 && (
    <p class="own-values">
      <button type="button" onClick={makeDefaults}>
        {texts.makeDefaults}
      </button>
      <button type="button" class="quiet" onClick={() => (values.value = {})}>
        <Icon name="undo" /> {texts.resetAll}
      </button>
    </p>
  );

/** The variables of the template, each with a control of its kind. */
export const Variables = () =>
  variables.value.length === 0 ? (
    <p class="empty" hidden={answer.value === undefined}>
      {texts.none} <code>{'function Card({ title = "Hello" })'}</code>
    </p>
  ) : (
    <div class="variables">
      <OwnValues />
      {variables.value.map((variable) => (
        <Row key={variable.name} variable={variable} />
      ))}
    </div>
  );
