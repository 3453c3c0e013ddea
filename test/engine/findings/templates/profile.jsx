// Profile: a monogram so large that it becomes the portrait. An `avatar` takes its place.

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const blush = '#FFE1E8';
const wine = '#4B0B2A';
const rose = '#FF8FB4';
const berry = '#8A2A56';

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

function Monogram({ name }) {
  const initials = [...initialsOf(name)];
  const isTall = initials.every((letter) => letter < '\u0530');
  const letters = isTall ? initials : initials.slice(0, 1);
  const fontSize = letters.length > 1 ? 350 : isTall ? 480 : 340;
  return (
    <div style={{ display: 'flex', flexDirection: 'column', justifyContent: 'center', width: 460, height: 630 }}>
      {letters.map((letter, n) => (
        <div
          key={n === 0 ? 'first' : 'last'}
          style={{ fontSize, lineHeight: 0.8, fontWeight: 900, textAlign: 'center', color: n === 0 ? rose : blush }}
        >
          {letter}
        </div>
      ))}
    </div>
  );
}

export default function Profile({
  name = 'Noor Haddad',
  role = 'Type designer',
  bio = 'Draws letters for small screens and large buildings. Teaches on Thursdays.',
  place = 'Beirut',
  link = 'noorhaddad.example',
  avatar = '',
}) {
  const title = textOf(name);
  const job = textOf(role);
  const words = textOf(bio);
  const picture = textOf(avatar);
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        backgroundColor: blush,
        color: wine,
        fontFamily: 'Inter',
      }}
    >
      <div style={{ width: 460, height: '100%', display: 'flex', overflow: 'hidden', backgroundColor: wine }}>
        {picture ? (
          <img src={picture} alt="" width={460} height={630} style={{ objectFit: 'cover' }} />
        ) : (
          <Monogram name={title} />
        )}
      </div>
      <div style={{ flex: 1, display: 'flex', flexDirection: 'column', padding: '64px 72px 60px' }}>
        <div style={{ flex: 1, display: 'flex', flexDirection: 'column', justifyContent: 'center' }}>
          <div
            style={{
              ...fitted(title, { width: 596, height: 246 }, [104, 88, 72, 58, 46, 38]),
              fontWeight: 800,
              letterSpacing: '-0.04em',
            }}
          >
            {title}
          </div>
          {job && (
            <div
              style={{
                ...flow(job),
                marginTop: 20,
                fontSize: 36,
                lineHeight: 1.2,
                fontWeight: 600,
                color: berry,
                lineClamp: 2,
              }}
            >
              {job}
            </div>
          )}
          {words && (
            <div style={{ ...flow(words), marginTop: 28, fontSize: 30, lineHeight: 1.4, lineClamp: 3 }}>{words}</div>
          )}
        </div>
        <div
          style={{ display: 'flex', justifyContent: 'space-between', fontSize: 28, lineHeight: 1.2, fontWeight: 600 }}
        >
          <div style={{ flex: 1, overflowWrap: 'anywhere', lineClamp: 1 }}>{textOf(link)}</div>
          <div style={{ maxWidth: 300, marginLeft: 32, color: berry, lineClamp: 1 }}>{textOf(place)}</div>
        </div>
      </div>
    </div>
  );
}
