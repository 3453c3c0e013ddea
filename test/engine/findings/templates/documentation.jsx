// Documentation page: the page itself rises into view, with its table of contents.

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const sky = '#CFE2FF';
const navy = '#0B2047';
const slate = '#3A4F78';
const blue = '#1D55C9';
const rule = '#D7DFEC';

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

function Sheet({ headings, version }) {
  return (
    <div
      style={{
        width: 400,
        height: 526,
        marginTop: 104,
        padding: '40px 36px',
        display: 'flex',
        flexDirection: 'column',
        borderRadius: '20px 20px 0 0',
        backgroundColor: '#FFFFFF',
      }}
    >
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 24, lineHeight: 1.2, color: slate }}>
        <div style={{ flexShrink: 0 }}>On this page</div>
        <div style={{ maxWidth: 140, fontWeight: 600, fontVariantNumeric: 'tabular-nums', lineClamp: 1 }}>
          {version}
        </div>
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', marginTop: 28, borderLeft: `4px solid ${rule}` }}>
        {headings.map((heading, n) => (
          <div
            key={heading}
            style={{
              marginLeft: -4,
              padding: '14px 0 14px 24px',
              borderLeft: `4px solid ${n === 0 ? blue : rule}`,
              fontSize: 30,
              lineHeight: 1.25,
              fontWeight: n === 0 ? 700 : 500,
              color: n === 0 ? blue : navy,
              lineClamp: 1,
            }}
          >
            {heading}
          </div>
        ))}
      </div>
    </div>
  );
}

export default function Documentation({
  title = 'Signing requests',
  description = 'Every call carries a signature that proves who sent it and that nothing was changed on the way.',
  product = 'Harbour',
  section = 'Guides',
  version = 'v3',
  headings = ['Create a key', 'Build the string', 'Sign it', 'Rotate keys', 'Common errors'],
}) {
  const headline = textOf(title);
  const summary = textOf(description);
  const contents = listOf(headings).map(textOf).filter(Boolean).slice(0, 6);
  const path = [textOf(product), textOf(section)].filter(Boolean);
  const width = contents.length > 0 ? 584 : 1056;
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        justifyContent: 'space-between',
        padding: '0 72px',
        overflow: 'hidden',
        backgroundColor: sky,
        color: navy,
        fontFamily: 'Inter',
      }}
    >
      <div style={{ width, display: 'flex', flexDirection: 'column', padding: '64px 0' }}>
        <div style={{ display: 'flex', alignItems: 'center', height: 36, fontSize: 28, lineHeight: 1.2 }}>
          {path.map((step, n) => (
            <div key={step} style={{ display: 'flex', alignItems: 'center' }}>
              {n > 0 && (
                <svg aria-hidden="true" width={16} height={24} viewBox="0 0 16 24" style={{ margin: '0 16px' }}>
                  <path d="M3 3 L12 12 L3 21" fill="none" stroke={slate} strokeWidth="3" />
                </svg>
              )}
              <div
                style={{
                  maxWidth: (width - 48 * (path.length - 1)) / path.length,
                  fontWeight: n === 0 ? 800 : 500,
                  color: n === 0 ? navy : slate,
                  lineClamp: 1,
                }}
              >
                {step}
              </div>
            </div>
          ))}
        </div>
        <div style={{ flex: 1, display: 'flex', flexDirection: 'column', justifyContent: 'center' }}>
          <div
            style={{
              ...fitted(headline, { width, height: 268 }, [100, 84, 66, 52, 44, 38]),
              fontWeight: 800,
              letterSpacing: '-0.035em',
            }}
          >
            {headline}
          </div>
          {summary && (
            <div style={{ ...flow(summary), marginTop: 28, fontSize: 30, lineHeight: 1.4, color: slate, lineClamp: 4 }}>
              {summary}
            </div>
          )}
        </div>
      </div>
      {contents.length > 0 && <Sheet headings={contents} version={textOf(version)} />}
    </div>
  );
}
