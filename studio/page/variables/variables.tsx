import { type Answer, variables } from '../checking.ts';
import { code, values } from '../document.ts';
import { Icon } from '../icons.tsx';
import { defaultOf, labelOf } from '../kinds.ts';
import { Control } from './control.tsx';

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
  const value = isSet ? values.value[name] : defaultOf(variable, code.value);
  const id = `variable-${name}`;
  return (
    <div class="variable">
      <label for={id}>
        {labelOf(name)}
        <code>{name}</code>
      </label>
      {required && !isSet && <span class="needed">needed</span>}
      {isSet && (
        <button
          type="button"
          class="quiet square"
          aria-label={`Reset ${labelOf(name)}`}
          title="Back to the template’s own value"
          onClick={() => reset(name)}
        >
          <Icon name="undo" />
        </button>
      )}
      <Control
        id={id}
        name={name}
        label={labelOf(name)}
        value={value}
        {...(required && { placeholder: `${labelOf(name)} (sample)` })}
        onChange={(next) => set(name, next)}
      />
    </div>
  );
};

/** The variables of the template, each with the control of its kind. */
export const Variables = () =>
  variables.value.length === 0 ? (
    <p class="empty">
      This template has no variables. Give its component a parameter:{' '}
      <code>{'function Card({ title = "Hello" })'}</code>
    </p>
  ) : (
    <div class="variables">
      {variables.value.map((variable) => (
        <Row key={variable.name} variable={variable} />
      ))}
    </div>
  );
