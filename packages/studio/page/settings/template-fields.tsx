import { words } from '../words.ts';
import { accountTemplates } from './account-templates.ts';

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (templateId: string) => void;
  /** Text of the choice of none. @default a template must be chosen */
  readonly none?: string;
  /** Text while nothing is chosen. */
  readonly placeholder?: string;
}

/** Chooses a template of the account or a starter. */
export const TemplateChoice = ({ id, label, value, onChange, none, placeholder }: ChoiceProps) => (
  <label class="field" for={id}>
    <span>{label}</span>
    <select id={id} value={value ?? placeholder} onChange={(event) => onChange(event.currentTarget.value)}>
      {value === undefined && (
        <option value={placeholder} disabled>
          {placeholder}
        </option>
      )}
      {none !== undefined && <option value="">{none}</option>}
      {accountTemplates.value.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

interface RestrictionProps {
  readonly chosen: readonly string[];
  readonly onChange: (templateIds: readonly string[]) => void;
}

/** Restricts a key to templates. */
export const TemplateRestriction = ({ chosen, onChange }: RestrictionProps) => (
  <details>
    <summary>
      {words.settings.restrict} ({words.settings.optional})
    </summary>
    <ul class="checks">
      {accountTemplates.value.map(({ _id, name }) => (
        <li key={_id}>
          <label>
            <input
              type="checkbox"
              checked={chosen.includes(_id)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, _id] : chosen.filter((one) => one !== _id))
              }
            />
            {name}
          </label>
        </li>
      ))}
    </ul>
  </details>
);
