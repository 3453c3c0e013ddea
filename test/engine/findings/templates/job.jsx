// Job: a Swiss poster. Black on yellow, four columns, nothing else.

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const yellow = '#FFD400';
const black = '#0D0D0D';
const umber = '#4A3D00';

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

function Fact({ label, value }) {
  return (
    <div
      style={{
        flex: 1,
        minWidth: 0,
        display: 'flex',
        flexDirection: 'column',
        paddingTop: 18,
        borderTop: `6px solid ${black}`,
      }}
    >
      <div style={{ fontSize: 26, lineHeight: 1.2, color: umber }}>{label}</div>
      <div
        style={{ marginTop: 6, fontSize: 30, lineHeight: 1.2, fontWeight: 700, letterSpacing: '-0.02em', lineClamp: 2 }}
      >
        {value}
      </div>
    </div>
  );
}

export default function Job({
  title = 'Senior Cartographer',
  company = 'Fjord',
  notice = 'We are hiring',
  place = 'Lisbon or remote',
  team = 'Terrain',
  type = 'Full time',
  salary = '€ 68k to 82k',
}) {
  const headline = textOf(title);
  const facts = [
    { label: 'Place', value: textOf(place) },
    { label: 'Team', value: textOf(team) },
    { label: 'Type', value: textOf(type) },
    { label: 'Salary', value: textOf(salary) },
  ].filter(({ value }) => value);
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        padding: '56px 64px',
        backgroundColor: yellow,
        color: black,
        fontFamily: 'Inter',
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', fontSize: 32, lineHeight: 1.2, letterSpacing: '-0.02em' }}>
        <div
          style={{ width: 28, height: 28, flexShrink: 0, marginRight: 18, borderRadius: 14, backgroundColor: black }}
        />
        <div style={{ flex: 1, fontWeight: 800, lineClamp: 1 }}>{textOf(company)}</div>
        <div style={{ maxWidth: 560, marginLeft: 32, fontWeight: 500, lineClamp: 1 }}>{textOf(notice)}</div>
      </div>
      <div style={{ flex: 1, display: 'flex', flexDirection: 'column', justifyContent: 'center' }}>
        <div
          style={{
            ...fitted(headline, { width: 1072, height: 314, lineHeight: 0.98 }, [148, 128, 104, 80, 64, 54]),
            fontWeight: 900,
            letterSpacing: '-0.05em',
          }}
        >
          {headline}
        </div>
      </div>
      {facts.length > 0 && (
        <div style={{ display: 'flex', gap: 24 }}>
          {facts.map(({ label, value }) => (
            <Fact key={label} label={label} value={value} />
          ))}
        </div>
      )}
    </div>
  );
}
