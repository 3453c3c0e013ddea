/** The kind of code at a position, determined by the text before it, so that it works while the code is invalid. */
export type SourcePosition =
  | { readonly is: 'element' | 'utility' | 'property'; readonly typed: string }
  | { readonly is: 'value'; readonly typed: string; readonly property: string };

const isInStyle = (before: string): boolean => {
  const start = before.lastIndexOf('style={{');
  return start >= 0 && !before.slice(start).includes('}}');
};

export const positionAt = (before: string): SourcePosition | undefined => {
  const [, tag] = /<([a-z][\w-]*|)$/.exec(before) ?? [];
  if (tag !== undefined) return { is: 'element', typed: tag };
  const [, classes] = /\b(?:tw|className)=\{?["'`]([^"'`]*)$/.exec(before) ?? [];
  if (classes !== undefined) return { is: 'utility', typed: /\S*$/.exec(classes)?.[0] ?? '' };
  const [, property, value] = /\b([a-z]\w*)\s*:\s*["'`]([^"'`]*)$/.exec(before) ?? [];
  if (property !== undefined && value !== undefined) return { is: 'value', typed: value, property };
  const [, name] = /[{,]\s*([a-zA-Z]*)$/.exec(before) ?? [];
  return name !== undefined && isInStyle(before) ? { is: 'property', typed: name } : undefined;
};
