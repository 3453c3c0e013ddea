// Repository: name and numbers over a field of activity drawn from the name, its languages along the bottom edge.

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const night = '#0B0F14';
const snow = '#F2F5F7';
const mist = '#9BA8B4';
const greens = ['#131B22', '#0E3B3A', '#12615A', '#1C9482', '#56D9B8'];
const palette = ['#3C8CF0', '#F0C541', '#E8663D', '#9A6BF0', '#56D9B8'];

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

/** Numbers from 0 to 1 that look random and are always the same for the same text. */
const seeded = (text) => {
  let state = [...text].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 2 ** 32, 7);
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

/** 12480 as 12.5k; text stays as it is. */
const countOf = (value) => {
  const text = textOf(value);
  const count = Number(text);
  if (text === '' || Number.isNaN(count) || count < 1000) return text;
  const [amount, unit] = count < 999_500 ? [count / 1000, 'k'] : [count / 1_000_000, 'M'];
  return `${amount < 99.95 ? amount.toFixed(1).replace('.0', '') : Math.round(amount)}${unit}`;
};

/** `{ name, share, colour }` of a language, written as an object or as "Rust 62". */
const languageOf = (value, n) => {
  const [, name = '', share = ''] = /^(.*?)[\s:]*([\d.]*)\s*%?$/s.exec(textOf(value)) ?? [];
  const given = typeof value === 'object' ? value : { name, share };
  const colour = textOf(given.colour ?? given.color) || palette[n % palette.length];
  return { name: textOf(given.name), share: Number(given.share) || 1, colour };
};

function Activity({ name }) {
  const next = seeded(name);
  const columns = Array.from({ length: 14 }, (_, x) => x);
  const rows = Array.from({ length: 18 }, (_, y) => y);
  const levelAt = (x) => Math.min(4, Math.floor(next() ** 1.6 * 5 * (0.1 + x / 14)));
  return (
    <svg
      aria-hidden="true"
      width={490}
      height={630}
      viewBox="0 0 490 630"
      style={{ position: 'absolute', right: 0, top: 0 }}
    >
      {columns.map((x) => (
        <g key={x}>
          {rows.map((y) => (
            <rect key={y} x={x * 35} y={y * 35} width="27" height="27" rx="6" fill={greens[levelAt(x)]} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Figure({ icon, value }) {
  if (!value) return null;
  return (
    <div style={{ display: 'flex', alignItems: 'center', marginRight: 44, fontSize: 32, lineHeight: 1 }}>
      <svg aria-hidden="true" width={32} height={32} viewBox="0 0 32 32" style={{ marginRight: 14, flexShrink: 0 }}>
        <path d={icon} fill="none" stroke={mist} strokeWidth="3" strokeLinejoin="round" strokeLinecap="round" />
      </svg>
      <div style={{ maxWidth: 240, lineHeight: 1.2, fontWeight: 700, lineClamp: 1 }}>{value}</div>
    </div>
  );
}

const star = 'M16 3 L20 12 L29.5 12.8 L22.3 19 L24.5 28.5 L16 23.4 L7.5 28.5 L9.7 19 L2.5 12.8 L12 12 Z';
const fork = 'M8 4 V10 Q8 16 16 16 Q24 16 24 10 V4 M16 16 V28';
const scale = 'M16 4 V28 M8 28 H24 M4 9 H28 M4 9 L1.5 18 H6.5 Z M28 9 L25.5 18 H30.5 Z';

export default function Repository({
  owner = 'lindqvist',
  name = 'contour',
  description = 'Draws elevation lines from any grid of heights, in a browser or on a server.',
  stars = '12480',
  forks = '641',
  license = 'MIT',
  languages = ['Rust 62', 'TypeScript 27', 'WGSL 11'],
}) {
  const title = textOf(name);
  const holder = textOf(owner);
  const summary = textOf(description);
  const tongues = listOf(languages)
    .map(languageOf)
    .filter((language) => language.name);
  const total = tongues.reduce((sum, { share }) => sum + share, 0);
  return (
    <div
      style={{
        position: 'relative',
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
        backgroundColor: night,
        color: snow,
        fontFamily: 'Inter',
      }}
    >
      <Activity name={`${holder}/${title}`} />
      <div
        style={{
          position: 'relative',
          flex: 1,
          width: 680,
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'center',
          paddingLeft: 72,
        }}
      >
        {holder && (
          <div style={{ fontSize: 40, lineHeight: 1.2, fontWeight: 500, color: mist, lineClamp: 1 }}>{holder} /</div>
        )}
        <div
          style={{
            ...fitted(title, { width: 608, height: 160, lineHeight: 1.1 }, [128, 104, 84, 72, 56, 44]),
            fontWeight: 800,
            letterSpacing: '-0.045em',
          }}
        >
          {title}
        </div>
        {summary && (
          <div style={{ ...flow(summary), marginTop: 24, fontSize: 32, lineHeight: 1.4, lineClamp: 4 }}>{summary}</div>
        )}
        <div style={{ display: 'flex', marginTop: 44 }}>
          <Figure icon={star} value={countOf(stars)} />
          <Figure icon={fork} value={countOf(forks)} />
          <Figure icon={scale} value={textOf(license)} />
        </div>
      </div>
      {tongues.length > 0 && (
        <div style={{ position: 'relative', display: 'flex', width: '100%', height: 24 }}>
          {tongues.map((language) => (
            <div
              key={language.name}
              style={{ width: `${(100 * language.share) / total}%`, backgroundColor: language.colour }}
            />
          ))}
        </div>
      )}
    </div>
  );
}
