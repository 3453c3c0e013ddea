import { applyEdgeCase, edgeCases } from 'image-url-engine/edge-cases.ts';
import { useState } from 'preact/hooks';
import { code, values } from '../document/document.ts';
import { variables } from '../image/checking.ts';
import { useFurtherImage } from '../image/further-image.ts';
import { Icon } from '../shell/icons.tsx';
import { getDefault } from '../variables/kinds.ts';
import { words } from '../words.ts';
import { dropCase, type NamedCase, namedCases, retainCase } from './named-cases.ts';

const { cases: texts } = words;

/** Returns the values that would be rendered now, by variable. */
const current = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    variables.value.map((variable) => [variable.name, values.value[variable.name] ?? getDefault(variable, code.value)]),
  );

/** Returns the edge cases that would change a value. */
const changingCases = (): NamedCase[] => {
  const now = current();
  return edgeCases
    .map((edgeCase) => ({
      name: edgeCase.name,
      values: Object.fromEntries(
        Object.entries(now).map(([name, value]) => [name, applyEdgeCase(name, value, edgeCase)]),
      ),
    }))
    .filter((made) => JSON.stringify(made.values) !== JSON.stringify(now));
};

const Case = ({ shown: { name, values: its }, isNamed }: { shown: NamedCase; isNamed: boolean }) => {
  const { image, problem } = useFurtherImage({ variables: its });
  return (
    <li class="case">
      <button type="button" class="tile" title={texts.use} onClick={() => (values.value = its)}>
        <span class="frame">
          {image && <img src={image.url} alt="" />}
          {problem && <span class="problem-text">{problem}</span>}
        </span>
        <span class="name">{name}</span>
      </button>
      {isNamed && (
        <button type="button" class="quiet square" aria-label={texts.remove(name)} onClick={() => dropCase(name)}>
          <Icon name="close" />
        </button>
      )}
    </li>
  );
};

const Store = () => {
  const [name, setName] = useState('');
  const store = (event: Event) => {
    event.preventDefault();
    retainCase({ name: name.trim(), values: values.value });
    setName('');
  };
  return (
    <form class="keep" onSubmit={store}>
      <input
        type="text"
        aria-label={texts.name}
        placeholder={texts.placeholder}
        maxLength={60}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" disabled={name.trim() === ''}>
        {texts.save}
      </button>
    </form>
  );
};

/** The card with other values, side by side: saved cases and edge cases. */
export const Cases = () => {
  const edgeCase = changingCases();
  return (
    <div class="cases">
      <Store />
      <ul class="strip">
        {namedCases.value.map((cached) => (
          <Case key={`named ${cached.name}`} shown={cached} isNamed />
        ))}
        {edgeCase.map((made) => (
          <Case key={made.name} shown={made} isNamed={false} />
        ))}
      </ul>
      {Object.keys(values.value).length > 0 && (
        <button type="button" class="quiet" onClick={() => (values.value = {})}>
          <Icon name="undo" /> {texts.reset}
        </button>
      )}
    </div>
  );
};
