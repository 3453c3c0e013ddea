// Changelog: the version as the hero, what changed beside it. Each change is `{ kind, text }` or a line "Added: text".

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const white = '#FFFFFF';
const ink = '#111418';
const grey = '#5C6470';
const hairline = '#DDE1E6';
const colours = {
  added: '#0B7A4B',
  changed: '#2456C8',
  fixed: '#A8480B',
  removed: '#B4232C',
  security: '#6D35B8',
  deprecated: '#7A5A00',
};

/** A value as text; what is neither text nor a number counts as empty. */
const textOf = (value) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');

/** Width of a text in em, roughly; East Asian letters are as wide as they are high. */
const emsOf = (text) => {
  const widthOf = (c) => (c > '\u2e7f' ? 1 : /[A-Z@%&mw]/.test(c) ? 0.74 : /[ .,:;'!|ijlftr]/.test(c) ? 0.31 : 0.57);
  return [...text].reduce((sum, c) => sum + widthOf(c), 0);
};

/** How a text runs: from the right where it begins that way, and never out of its box. */
const flow = (text) => ({
  direction: /^[^A-Za-z]*[\u0590-\u08ff]/.test(text) ? 'rtl' : 'ltr',
  overflowWrap: 'anywhere',
});

/** The first of the font sizes at which the text stays inside the box; at the last one what is too much is cut. */
const fitted = (text, { width, height, lineHeight = 1.05 }, sizes) => {
  const longestWord = Math.max(...text.split(/\s+|(?=[\u2e80-\uffff])/).map(emsOf));
  const linesAt = (size) => Math.max(1, Math.floor(height / (size * lineHeight)));
  const holds = (size) => longestWord * size < width && emsOf(text) * size < width * (0.15 + 0.85 * linesAt(size));
  const found = sizes.find(holds);
  const fontSize = found ?? sizes[sizes.length - 1];
  return {
    ...flow(text),
    fontSize,
    lineHeight,
    ...(found ? { textWrap: 'balance' } : { lineClamp: linesAt(fontSize) }),
  };
};

/** A list as it is, or the lines of a text. */
const listOf = (value) => (Array.isArray(value) ? value : textOf(value).split('\n')).filter(Boolean);

/** `{ kind, text }` of a change, however it is written. */
const changeOf = (value) => {
  if (typeof value === 'object') return { kind: textOf(value.kind), text: textOf(value.text) };
  const [, kind = '', text = ''] = /^(?:(\w+):)?\s*(.*)$/s.exec(textOf(value)) ?? [];
  return { kind, text };
};

function Change({ kind, text, fontSize, lines }) {
  const colour = colours[kind.toLowerCase()] ?? ink;
  return (
    <div style={{ display: 'flex', padding: '14px 0', borderTop: `2px solid ${hairline}`, fontSize, lineHeight: 1.3 }}>
      <div style={{ width: 166, paddingRight: 16, fontWeight: 700, color: colour, lineClamp: 1 }}>
        {kind || 'Changed'}
      </div>
      <div style={{ ...flow(text), flex: 1, fontWeight: 500, lineClamp: lines }}>{text}</div>
    </div>
  );
}

export default function Changelog({
  version = '4.2',
  product = 'Atlas',
  date = '18 May 2026',
  title = '',
  changes = [
    { kind: 'Added', text: 'Layers that can be locked' },
    { kind: 'Changed', text: 'Exports at half the size' },
    { kind: 'Fixed', text: 'Labels keep their place when the window is resized' },
    { kind: 'Removed', text: 'The old import dialog' },
  ],
}) {
  const number = textOf(version);
  const headline = textOf(title);
  const all = listOf(changes)
    .map(changeOf)
    .filter(({ text }) => text);
  const shown = all.slice(0, headline ? 4 : 5);
  const fontSize = shown.length > 4 ? 26 : 29;
  const lines = Math.floor(((headline ? 330 : 500) / shown.length - 30) / (fontSize * 1.3));
  const rest = all.length - shown.length;
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        padding: '60px 72px',
        backgroundColor: white,
        color: ink,
        fontFamily: 'Inter',
      }}
    >
      <div
        style={{
          width: 400,
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          paddingRight: 56,
        }}
      >
        <div style={{ fontSize: 32, lineHeight: 1.2, fontWeight: 700, letterSpacing: '-0.02em', lineClamp: 1 }}>
          {textOf(product)}
        </div>
        <div
          style={{
            ...fitted(number, { width: 344, height: 214 }, [200, 168, 140, 112, 88, 64, 48]),
            fontWeight: 900,
            letterSpacing: '-0.06em',
          }}
        >
          {number}
        </div>
        <div style={{ fontSize: 28, lineHeight: 1.2, color: grey, lineClamp: 1 }}>{textOf(date)}</div>
      </div>
      <div style={{ flex: 1, display: 'flex', flexDirection: 'column', justifyContent: 'center' }}>
        {headline && (
          <div
            style={{
              ...fitted(headline, { width: 640, height: 130 }, [56, 46, 38]),
              marginBottom: 28,
              fontWeight: 800,
              letterSpacing: '-0.03em',
            }}
          >
            {headline}
          </div>
        )}
        <div
          style={{
            display: 'flex',
            flexDirection: 'column',
            borderBottom: shown.length > 0 && `2px solid ${hairline}`,
          }}
        >
          {shown.map(({ kind, text }) => (
            <Change key={text} kind={kind} text={text} fontSize={fontSize} lines={lines} />
          ))}
        </div>
        {rest > 0 && <div style={{ marginTop: 18, fontSize: 26, lineHeight: 1.2, color: grey }}>and {rest} more</div>}
      </div>
    </div>
  );
}
