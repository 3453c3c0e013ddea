import type { PreparedElement, PreparedNode } from '../../../rendering/tree/prepared-tree.ts';
import { inheritVariables, noVariables, replaceVariables, type Variables } from '../../../styles/values/variables.ts';
import { type Styled, upwards } from './styled.ts';

/** Replaces `var()` inside an `<svg>`: takumi renders it as an image, which inherits no variables. */
export const replaceSvgVariables = (styled: Styled): void => {
  if (styled.element.type !== 'svg' || !JSON.stringify(styled.element).includes('var(')) return;
  const around = [...upwards(styled)].reduceRight<Variables>(
    (above, { style }) => inheritVariables(style, above),
    noVariables,
  );
  replaceIn(styled.element, around);
};

const replaceIn = ({ props }: PreparedElement, inherited: Variables): void => {
  const variables = inheritVariables(props.style ?? {}, inherited);
  const replaceAll = (given: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(given)) {
      if (typeof value !== 'string' || !value.includes('var(') || name.startsWith('--')) continue;
      const replaced = replaceVariables(value, variables);
      if (replaced === undefined) delete given[name];
      else given[name] = replaced;
    }
  };
  replaceAll(props);
  replaceAll(props.style ?? {});
  for (const child of props.children ?? []) if (isElement(child)) replaceIn(child, variables);
};

const isElement = (node: PreparedNode): node is PreparedElement => typeof node !== 'string';
