import { parseTemplate } from '../../template/source/parse-template.ts';
import { isAvailable } from './rules.ts';

/** Names that esbuild gives to a CommonJS module. */
const ofCommonJs: ReadonlySet<string> = new Set(['require', 'module', 'exports']);

/** Returns the names that a module reads, does not declare, and a template does not have; none if it cannot be parsed. */
export const findMissingNames = (source: string): readonly string[] => {
  const { tree } = parseTemplate(source);
  const missing = (tree?.references ?? [])
    .filter(({ node: { name }, binding }) => !binding && !isAvailable(name) && !ofCommonJs.has(name))
    .map(({ node: { name } }) => name);
  return [...new Set(missing)];
};
