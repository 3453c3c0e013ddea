import { ImageUrlError } from './image-url-error.ts';
import type { NamedVariables, Variables } from './minting.ts';

/**
 * Compares variables with those that a template is known to have.
 *
 * @throws INVALID_VARIABLES that names the unknown ones, MISSING_TEMPLATE_VARIABLES that names the missing ones
 */
export const checkVariables = ({ required, optional, others = false }: NamedVariables, given: Variables = {}): void => {
  const known = [...required, ...optional];
  const sent = Object.keys(given).filter((name) => given[name] !== undefined);
  const unknown = others ? [] : sent.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new ImageUrlError(
      `${quote(unknown)} ${unknown.length === 1 ? 'is not a variable' : 'are not variables'} of this template, which has ${known.join(', ') || 'none'}.`,
      { code: 'INVALID_VARIABLES' },
    );
  const missing = required.filter((name) => !sent.includes(name));
  if (missing.length > 0)
    throw new ImageUrlError(`variables: ${quote(missing)} must be sent.`, { code: 'MISSING_TEMPLATE_VARIABLES' });
};

const quote = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');
