// Metric: one number, and the bars that led to it. `values` is a list of numbers or a text "12, 18, 9".

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const pine = '#05231E';
const moss = '#14493F';
const lime = '#C9F560';
const sage = '#A9C7BD';

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

/** The latest 40 numbers of a list or of a text. */
const numbersOf = (value) => {
  const parts = Array.isArray(value) ? value : textOf(value).split(/[\s,;]+/);
  return parts
    .filter((part) => textOf(part) !== '')
    .map(Number)
    .filter(Number.isFinite)
    .slice(-40);
};

/** Bars up from zero, or from the lowest value where that is below zero; the last one is what the card is about. */
function Bars({ values }) {
  const floor = Math.min(0, ...values);
  const range = Math.max(...values) - floor || 1;
  const step = 1056 / (values.length - 0.2);
  const bars = values.map((value, n) => ({ x: n * step, height: 10 + (180 * (value - floor)) / range }));
  return (
    <svg
      aria-hidden="true"
      width={1056}
      height={190}
      viewBox="0 0 1056 190"
      style={{ position: 'absolute', left: 72, bottom: 0 }}
    >
      {bars.map(({ x, height }, n) => (
        <rect
          key={x}
          x={x}
          y={190 - height}
          width={step * 0.8}
          height={height}
          fill={n === bars.length - 1 ? lime : moss}
        />
      ))}
    </svg>
  );
}

export default function Metric({
  value = '48.2k',
  label = 'pictures drawn every day',
  change = '+ 38 %',
  period = 'since January',
  source = 'Harbour in numbers',
  values = [14, 15, 13, 17, 19, 18, 22, 21, 26, 25, 31, 30, 36, 42, 41, 48],
}) {
  const number = textOf(value);
  const subject = textOf(label);
  const growth = textOf(change);
  const since = textOf(period);
  const series = numbersOf(values);
  return (
    <div
      style={{
        position: 'relative',
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        padding: '60px 72px',
        overflow: 'hidden',
        backgroundColor: pine,
        color: '#FFFFFF',
        fontFamily: 'Inter',
      }}
    >
      {series.length > 1 && <Bars values={series} />}
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 30, lineHeight: 1.2 }}>
        <div style={{ flex: 1, fontWeight: 600, color: sage, lineClamp: 1 }}>{textOf(source)}</div>
        {growth && <div style={{ flexShrink: 0, fontWeight: 800, color: lime }}>{growth}</div>}
        {since && <div style={{ maxWidth: 480, marginLeft: 14, color: sage, lineClamp: 1 }}>{since}</div>}
      </div>
      <div
        style={{
          ...fitted(number, { width: 1000, height: 224, lineHeight: 1 }, [224, 190, 160, 120, 88, 64]),
          position: 'relative',
          marginTop: 14,
          fontWeight: 900,
          letterSpacing: '-0.055em',
          color: lime,
        }}
      >
        {number}
      </div>
      <div
        style={{
          ...fitted(subject, { width: 900, height: 100 }, [56, 46, 36, 30]),
          position: 'relative',
          width: 900,
          marginTop: 14,
          fontWeight: 700,
          letterSpacing: '-0.03em',
        }}
      >
        {subject}
      </div>
    </div>
  );
}
