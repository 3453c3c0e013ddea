import { code, name, values } from '../document/document.ts';
import { getDefault } from '../variables/kinds.ts';
import { variables } from './checking.ts';

/** Returns the card's text for `alt`: its title, or else the template's name. */
export const getSaying = (): string => {
  const title = variables.value.find((variable) => /title|headline|heading|quote|name$/i.test(variable.name));
  const text = title && (values.value[title.name] ?? getDefault(title, code.value));
  return typeof text === 'string' && text !== '' ? text : name.value;
};
