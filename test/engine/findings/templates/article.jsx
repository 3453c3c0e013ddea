// Article: a front page. Two rules, one headline, a byline.

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const paper = '#F5F1E8';
const ink = '#17150F';
const faded = '#5E584B';
const red = '#B3261A';

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
  const circle = { width: 64, height: 64, flexShrink: 0, borderRadius: 32, backgroundColor: ink, marginRight: 20 };
  if (image) return <img src={image} alt="" width={64} height={64} style={{ ...circle, objectFit: 'cover' }} />;
  return (
    <div style={{ ...circle, display: 'flex', alignItems: 'center', justifyContent: 'center', color: paper }}>
      <div style={{ fontSize: 26, fontWeight: 700 }}>{initialsOf(name)}</div>
    </div>
  );
}

export default function Article({
  title = 'The quiet return of the hand-drawn map',
  publication = 'The Margin',
  section = 'Culture',
  author = 'Ines Moreau',
  avatar = '',
  date = '14 March 2026',
  readingTime = '9 min read',
}) {
  const headline = textOf(title);
  const name = textOf(author);
  const facts = [textOf(date), textOf(readingTime)].filter(Boolean).join(' · ');
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        padding: '56px 72px 52px',
        backgroundColor: paper,
        color: ink,
        fontFamily: 'Inter',
      }}
    >
      <div style={{ height: 10, backgroundColor: ink }} />
      <div style={{ display: 'flex', justifyContent: 'space-between', paddingTop: 20, fontSize: 30, lineHeight: 1.2 }}>
        <div style={{ flex: 1, fontWeight: 800, letterSpacing: '-0.02em', lineClamp: 1 }}>{textOf(publication)}</div>
        <div style={{ maxWidth: 420, marginLeft: 32, fontWeight: 600, color: red, lineClamp: 1 }}>
          {textOf(section)}
        </div>
      </div>
      <div style={{ flex: 1, display: 'flex', flexDirection: 'column', justifyContent: 'center' }}>
        <div
          style={{
            ...fitted(headline, { width: 1040, height: 316 }, [116, 96, 74, 58, 50]),
            fontWeight: 800,
            letterSpacing: '-0.035em',
          }}
        >
          {headline}
        </div>
      </div>
      <div style={{ height: 2, backgroundColor: ink }} />
      <div style={{ display: 'flex', alignItems: 'center', height: 64, marginTop: 24, fontSize: 28 }}>
        {name && <Portrait name={name} image={textOf(avatar)} />}
        <div style={{ flex: 1, fontWeight: 600, lineClamp: 1 }}>{name}</div>
        <div style={{ maxWidth: 620, marginLeft: 32, color: faded, lineClamp: 1 }}>{facts}</div>
      </div>
    </div>
  );
}
