/** A door: JSON values, their hashes, and names that a template can use. */
export { getOwn } from '../get-own.ts';
export { sha256Hex } from '../hash.ts';
export type { Json } from '../json.ts';
export { prototypeKeys } from '../prototype-keys.ts';
export { sizeNameForm, sizeNameText } from '../size-name.ts';
export { sizeProp } from '../template/variables/variable-names.ts';
export { variableName, variableNameText } from '../variable-name.ts';
