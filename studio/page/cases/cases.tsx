import { useState } from 'preact/hooks';
import { stressed, stresses } from '../../../lambdas/core/template/cases/stress.ts';
import { variables } from '../checking.ts';
import { code, values } from '../document.ts';
import { useFurtherPicture } from '../further-picture.ts';
import { Icon } from '../icons.tsx';
import { defaultOf } from '../kinds.ts';
import { dropCase, keepCase, type NamedCase, namedCases } from './named-cases.ts';

/** What would be drawn now, by name. */
const current = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    variables.value.map((variable) => [variable.name, values.value[variable.name] ?? defaultOf(variable, code.value)]),
  );

/** The stress cases that would change anything. */
const stressCases = (): NamedCase[] => {
  const now = current();
  return stresses
    .map((stress) => ({
      name: stress.name,
      values: Object.fromEntries(Object.entries(now).map(([name, value]) => [name, stressed(name, value, stress)])),
    }))
    .filter((made) => JSON.stringify(made.values) !== JSON.stringify(now));
};

const Case = ({ shown: { name, values: its }, isNamed }: { shown: NamedCase; isNamed: boolean }) => {
  const { picture, problem } = useFurtherPicture({ variables: its });
  return (
    <li class="case">
      <button type="button" class="tile" title="Set the variables to this" onClick={() => (values.value = its)}>
        <span class="frame">
          {picture && <img src={picture.url} alt="" />}
          {problem && <span class="problem-text">{problem}</span>}
        </span>
        <span class="name">{name}</span>
      </button>
      {isNamed && (
        <button type="button" class="quiet square" aria-label={`Forget ${name}`} onClick={() => dropCase(name)}>
          <Icon name="close" />
        </button>
      )}
    </li>
  );
};

const Keep = () => {
  const [name, setName] = useState('');
  const keep = (event: Event) => {
    event.preventDefault();
    keepCase({ name: name.trim(), values: values.value });
    setName('');
  };
  return (
    <form class="keep" onSubmit={keep}>
      <input
        type="text"
        aria-label="Name of the case"
        placeholder="Name for the values as they are now"
        maxLength={60}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" disabled={name.trim() === ''}>
        Keep as a case
      </button>
    </form>
  );
};

/** The card with other values side by side: those that were kept, and those that break cards. */
export const Cases = () => {
  const stress = stressCases();
  return (
    <div class="cases">
      <Keep />
      <ul class="strip">
        {namedCases.value.map((kept) => (
          <Case key={`named ${kept.name}`} shown={kept} isNamed />
        ))}
        {stress.map((made) => (
          <Case key={made.name} shown={made} isNamed={false} />
        ))}
      </ul>
      {Object.keys(values.value).length > 0 && (
        <button type="button" class="quiet" onClick={() => (values.value = {})}>
          <Icon name="undo" /> Back to the template’s own values
        </button>
      )}
    </div>
  );
};
