// Quote: square. One speech bubble, and below it who said so.

export const options = { width: 1080, height: 1080, format: 'webp', quality: 90 };

const forest = '#0F4434';
const leaf = '#BFE3CB';
const cream = '#FBF4DF';
const marigold = '#F6B93B';

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

/** First letters of the first and the last word, as capitals. */
const initialsOf = (name) => {
  const words = name.split(/\s+/);
  return [words[0], words.length > 1 ? words[words.length - 1] : '']
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
};

function Portrait({ name, image }) {
  const circle = { width: 120, height: 120, borderRadius: 60, backgroundColor: marigold };
  if (image) return <img src={image} alt="" width={120} height={120} style={{ ...circle, objectFit: 'cover' }} />;
  return (
    <div style={{ ...circle, display: 'flex', alignItems: 'center', justifyContent: 'center', color: forest }}>
      <div style={{ fontSize: 44, lineHeight: 1, fontWeight: 800 }}>{initialsOf(name)}</div>
    </div>
  );
}

function Speaker({ name, role, image }) {
  return (
    <div style={{ display: 'flex', flexDirection: 'column' }}>
      <svg aria-hidden="true" width={120} height={72} viewBox="0 0 120 72" style={{ marginLeft: 72 }}>
        <path d="M0 0 H120 Q64 12 34 72 Q38 20 0 0 Z" fill={cream} />
      </svg>
      <div style={{ display: 'flex', alignItems: 'center', height: 120, marginTop: 16 }}>
        <Portrait name={name} image={image} />
        <div style={{ flex: 1, marginLeft: 32 }}>
          <div style={{ fontSize: 44, lineHeight: 1.2, fontWeight: 700, letterSpacing: '-0.02em', lineClamp: 1 }}>
            {name}
          </div>
          {role && <div style={{ marginTop: 4, fontSize: 34, lineHeight: 1.2, color: leaf, lineClamp: 1 }}>{role}</div>}
        </div>
      </div>
    </div>
  );
}

export default function Quote({
  quote = 'Make the thing you would miss if it were gone.',
  author = 'Tomasz Lindqvist',
  role = 'Furniture maker',
  avatar = '',
}) {
  const words = textOf(quote);
  const name = textOf(author);
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        padding: '72px 72px 68px',
        backgroundColor: forest,
        color: cream,
        fontFamily: 'Inter',
      }}
    >
      <div
        style={{
          flex: 1,
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'center',
          padding: '0 80px',
          borderRadius: 56,
          backgroundColor: cream,
          color: forest,
        }}
      >
        <div
          style={{
            ...fitted(words, { width: 776, height: 610, lineHeight: 1.1 }, [124, 112, 100, 88, 78, 68, 60, 52]),
            fontWeight: 700,
            letterSpacing: '-0.035em',
          }}
        >
          {words}
        </div>
      </div>
      {name && <Speaker name={name} role={textOf(role)} image={textOf(avatar)} />}
    </div>
  );
}
