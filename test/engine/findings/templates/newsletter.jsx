// Newsletter: an airmail envelope. The issue is the stamp, the topics are the lines of the address.

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const cream = '#FCF7EA';
const navy = '#17305F';
const red = '#C5283A';
const pencil = '#5B6478';
const line = '#CBBFA4';

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

/** Slanted stripes, red and blue in turn, all the way round. */
function Border() {
  const stripes = Array.from({ length: 31 }, (_, n) => n * 64 - 640);
  return (
    <svg
      aria-hidden="true"
      width={1200}
      height={630}
      viewBox="0 0 1200 630"
      style={{ position: 'absolute', left: 0, top: 0 }}
    >
      {stripes.map((x, n) => (
        <path key={x} d={`M${x} 630 L${x + 630} 0 H${x + 662} L${x + 32} 630 Z`} fill={n % 2 ? navy : red} />
      ))}
      <rect x="24" y="24" width="1152" height="582" fill={cream} />
    </svg>
  );
}

function Postmark() {
  const waves = [0, 1, 2, 3].map((n) => `M150 ${52 + n * 18} q20 -14 40 0 t40 0 t40 0`).join(' ');
  return (
    <svg
      aria-hidden="true"
      width={290}
      height={160}
      viewBox="0 0 290 160"
      style={{ position: 'absolute', right: 196, top: 96 }}
    >
      <circle cx="80" cy="80" r="70" fill="none" stroke={pencil} strokeWidth="4" />
      <circle cx="80" cy="80" r="52" fill="none" stroke={pencil} strokeWidth="3" />
      <path
        d="M46 84 L116 52 L92 112 L78 92 Z M78 92 L116 52"
        fill="none"
        stroke={pencil}
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path d={waves} fill="none" stroke={pencil} strokeWidth="4" />
    </svg>
  );
}

/** Paper with a row of teeth on every side; the teeth are circles of the envelope's colour. */
function Stamp({ number }) {
  const across = [0, 1, 2, 3, 4, 5, 6].map((n) => n * 26 + 10);
  const down = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => n * 25 + 6);
  return (
    <div style={{ position: 'absolute', right: 72, top: 68, width: 176, height: 212, display: 'flex' }}>
      <svg
        aria-hidden="true"
        width={176}
        height={212}
        viewBox="0 0 176 212"
        style={{ position: 'absolute', left: 0, top: 0 }}
      >
        <rect width="176" height="212" fill={red} />
        {across.map((x) => (
          <g key={x}>
            <circle cx={x} cy="0" r="7" fill={cream} />
            <circle cx={x} cy="212" r="7" fill={cream} />
          </g>
        ))}
        {down.map((y) => (
          <g key={y}>
            <circle cx="0" cy={y} r="7" fill={cream} />
            <circle cx="176" cy={y} r="7" fill={cream} />
          </g>
        ))}
      </svg>
      <div
        style={{
          width: 176,
          height: 212,
          position: 'relative',
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'center',
          justifyContent: 'center',
          color: '#FFFFFF',
        }}
      >
        <div style={{ fontSize: 26, lineHeight: 1.2, fontWeight: 600 }}>Issue</div>
        <div
          style={{
            ...fitted(number, { width: 136, height: 100 }, [88, 68, 50, 38, 28]),
            width: 140,
            textAlign: 'center',
            fontWeight: 900,
            letterSpacing: '-0.05em',
          }}
        >
          {number}
        </div>
      </div>
    </div>
  );
}

export default function Newsletter({
  title = 'The case for an empty inbox',
  name = 'Poste Restante',
  issue = '118',
  date = '3 June 2026',
  topics = ['Why good letters take a week', 'An interview with a night postman', 'Five tools for writing less'],
}) {
  const headline = textOf(title);
  const number = textOf(issue);
  const lines = listOf(topics).map(textOf).filter(Boolean).slice(0, 3);
  const from = [textOf(name), textOf(date)].filter(Boolean).join(' · ');
  const isBrief = lines.length === 0;
  const width = number ? 612 : 1040;
  return (
    <div
      style={{
        position: 'relative',
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: '72px 76px 68px',
        backgroundColor: cream,
        color: navy,
        fontFamily: 'Inter',
      }}
    >
      <Border />
      {number && <Postmark />}
      {number && <Stamp number={number} />}
      <div style={{ position: 'relative', width: 660, fontSize: 30, lineHeight: 1.2, fontWeight: 700, lineClamp: 1 }}>
        {from}
      </div>
      <div
        style={{
          ...fitted(
            headline,
            { width, height: isBrief ? 336 : 250 },
            isBrief ? [104, 84, 64, 48] : [84, 76, 64, 52, 44, 38],
          ),
          position: 'relative',
          width,
          fontWeight: 800,
          letterSpacing: '-0.035em',
        }}
      >
        {headline}
      </div>
      <div style={{ position: 'relative', display: 'flex', flexDirection: 'column', marginLeft: 400 }}>
        {lines.map((text) => (
          <div
            key={text}
            style={{
              ...flow(text),
              padding: '10px 0 9px',
              borderBottom: `3px solid ${line}`,
              fontSize: 30,
              lineHeight: 1.25,
              fontWeight: 500,
              lineClamp: 1,
            }}
          >
            {text}
          </div>
        ))}
      </div>
    </div>
  );
}
