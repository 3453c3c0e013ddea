// Podcast: the episode as a sound wave, paused a third of the way in. The wave is drawn from the title.

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const aubergine = '#1D0F27';
const plum = '#5A4168';
const coral = '#FF7A59';
const peach = '#FFC9A8';
const lilac = '#C9B6D6';

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

/** Numbers from 0 to 1 that look random and are always the same for the same text. */
const seeded = (text) => {
  let state = [...text].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 2 ** 32, 7);
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

function Wave({ title }) {
  const next = seeded(title);
  const bars = Array.from({ length: 76 }, (_, n) => {
    const swell = 0.35 + 0.65 * Math.abs(Math.sin(n * 0.19) * Math.cos(n * 0.047));
    return { x: n * 14, height: Math.round(14 + 126 * swell * (0.3 + 0.7 * next())) };
  });
  return (
    <svg aria-hidden="true" width={1064} height={144} viewBox="0 0 1064 144">
      {bars.map(({ x, height }, n) => (
        <rect key={x} x={x} y={72 - height / 2} width="8" height={height} rx="4" fill={n < 26 ? coral : plum} />
      ))}
    </svg>
  );
}

function Cover({ image }) {
  if (image)
    return <img src={image} alt="" width={240} height={240} style={{ borderRadius: 20, objectFit: 'cover' }} />;
  return (
    <svg aria-hidden="true" width={240} height={240} viewBox="0 0 240 240">
      <rect width="240" height="240" rx="20" fill={coral} />
      <path d="M20 240 A100 100 0 0 1 220 240 Z" fill={aubergine} />
      <path d="M48 240 A72 72 0 0 1 192 240 Z" fill={peach} />
      <path d="M76 240 A44 44 0 0 1 164 240 Z" fill={aubergine} />
      <circle cx="120" cy="76" r="36" fill={peach} />
    </svg>
  );
}

export default function Podcast({
  title = 'Why every city sounds different at five in the morning',
  show = 'Low Frequencies',
  episode = '42',
  guest = 'with Ada Okafor',
  duration = '48:12',
  cover = '',
}) {
  const headline = textOf(title);
  const number = textOf(episode);
  const label = [textOf(show), number && (/^\d+$/.test(number) ? `Episode ${number}` : number)]
    .filter(Boolean)
    .join(' · ');
  const voice = textOf(guest);
  const length = textOf(duration);
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: '64px 68px 60px',
        backgroundColor: aubergine,
        color: '#FFFFFF',
        fontFamily: 'Inter',
      }}
    >
      <div style={{ display: 'flex', height: 304 }}>
        <Cover image={textOf(cover)} />
        <div style={{ flex: 1, display: 'flex', flexDirection: 'column', marginLeft: 44 }}>
          <div style={{ display: 'flex', fontSize: 28, lineHeight: 1.2 }}>
            <div style={{ flex: 1, fontWeight: 700, color: coral, lineClamp: 1 }}>{label}</div>
            <div style={{ marginLeft: 32, color: lilac, fontVariantNumeric: 'tabular-nums' }}>{length}</div>
          </div>
          <div
            style={{
              ...fitted(headline, { width: 780, height: 212 }, [80, 64, 54, 46, 40]),
              marginTop: 20,
              fontWeight: 800,
              letterSpacing: '-0.03em',
            }}
          >
            {headline}
          </div>
          {voice && (
            <div style={{ marginTop: 18, fontSize: 30, lineHeight: 1.2, color: lilac, lineClamp: 1 }}>{voice}</div>
          )}
        </div>
      </div>
      <Wave title={headline} />
    </div>
  );
}
