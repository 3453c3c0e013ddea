import type { ImageDiagnostic } from '../lint/image/image-diagnostics.ts';
import { truncate } from '../truncate.ts';
import { sourcePositionProperty } from '../vnode/source-position.ts';

/** Returns the diagnostic for a declaration that is left out. @param props of its element. */
export const createLeftOutDiagnostic = (
  property: string,
  value: string | number,
  props: Readonly<Record<string, unknown>>,
): ImageDiagnostic => {
  const position = props[sourcePositionProperty];
  return {
    code: 'unknown-value',
    message: `${property}: ${truncate(String(value), 60)} cannot be rendered and is left out.`,
    about: String(value),
    property,
    ...(typeof position === 'string' && { position }),
  };
};
