const pictures = new Set(['background', 'backgroundImage', 'maskImage', 'WebkitMaskImage']);
const shapes = new Set(['boxShadow', 'maskImage', 'WebkitMaskImage', 'clipPath', 'WebkitClipPath']);
/** Properties that take a word of the author's own. */
const naming = /^(?:--|font|grid)/;
const alignments = new Set('left right center justify start end inherit initial unset revert'.split(' '));

/** Values that mean nothing where they stand: a browser drops the declaration, the layout library throws. */
export const isPassedOver = (property: string, value: string | number): boolean => {
  if (hasBrokenGradient(value)) return true;
  if ((shapes.has(property) || property === 'color') && isAmount(value)) return true;
  const text = String(value);
  // read as a truth value, where text or a number is expected
  if (/^(?:true|false)$/i.test(text)) return !naming.test(property);
  if (property === 'color') return isBrokenHue(text);
  if (property === 'clipPath' || property === 'WebkitClipPath') return isBrokenShape(text);
  if (property === 'textAlign') return !alignments.has(text.toLowerCase()) && !text.includes('var(');
  return pictures.has(property) && /url\(\s*["']?#/.test(text);
};

/**
 * A gradient of nothing, at no angle (`NaNdeg`, out of a variable) or of a size below nothing: a browser drops it, the layout
 * library throws.
 */
const hasBrokenGradient = (value: string | number): boolean =>
  typeof value === 'string' &&
  value.includes('-gradient(') &&
  (/-gradient\(\s*\)/.test(value) ||
    /conic-gradient\(\s*from\b(?!\s*(?:[-+.\d]|[a-z-]+\())/i.test(value) ||
    /radial-gradient\(\s*(?:circle|ellipse)?\s*-[\d.]/i.test(value) ||
    [...value.matchAll(/-gradient\(\s*(?:from\s+)?([^\s,()]*?)(?:deg|grad|rad|turn)\b/g)].some(
      ([, angle = '']) => !/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(angle),
    ));

const isAmount = (value: string | number): boolean =>
  typeof value === 'number' || /^(?:[-+]?[\d.]+(?:e[-+]?\d+)?[a-z%]*|(?:calc|min|max|clamp)\(.*\))$/i.test(value);

const part = /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[a-z%]*|none)$/i;

/** An `hsl()` with a part that is no number, or without commas and with fewer than three. */
const isBrokenHue = (text: string): boolean => {
  const [, inside] = /^hsla?\((.*)\)$/i.exec(text) ?? [];
  if (inside === undefined || /[a-z]\(|^\s*from\b/i.test(inside)) return false;
  const isLegacy = inside.includes(',');
  const parts = inside.split(isLegacy ? ',' : /[\s/]+/).map((one) => one.trim());
  const isWhole = parts.length === 3 || parts.length === 4;
  return (
    !isWhole || !parts.every((one) => part.test(one)) || (isLegacy && !parts.slice(1, 3).every((one) => /%$/.test(one)))
  );
};

/** An `inset()` of something else than lengths, a `shape()` that begins nowhere. */
const isBrokenShape = (text: string): boolean => {
  if (/^shape\((?!\s*(?:from|nonzero|evenodd)\b)/i.test(text)) return true;
  const [, inside] = /^inset\((.*)\)$/i.exec(text) ?? [];
  if (inside === undefined || inside.includes('(')) return false;
  const words = (inside.split(/\bround\b/)[0] ?? '').trim().split(/\s+/);
  return (
    words.length > 4 ||
    !words.every((word) => /^(?:[-+]?0+(?:\.0*)?|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?:%|[a-z]+))$/i.test(word))
  );
};
