// Product: words on the left, the thing itself on a block of colour. Without `image` a lamp is drawn.

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const cream = '#FBF6EE';
const bark = '#2B1710';
const clay = '#7A5445';
const terracotta = '#DB6A42';
const lemon = '#FFE08A';

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

function Lamp() {
  return (
    <svg aria-hidden="true" width={520} height={630} viewBox="0 0 520 630">
      <path d="M0 470 H520 V630 H0 Z" fill="#B9502C" />
      <path d="M128 268 L392 268 L470 470 L50 470 Z" fill="#F0A06F" />
      <ellipse cx="260" cy="470" rx="210" ry="26" fill="#F6C07F" />
      <rect x="253" y="250" width="14" height="228" fill={bark} />
      <ellipse cx="260" cy="478" rx="92" ry="20" fill={bark} />
      <circle cx="260" cy="268" r="34" fill={lemon} />
      <path d="M112 268 A148 148 0 0 1 408 268 Z" fill={cream} />
      <path d="M408 268 A148 148 0 0 0 306 127 A200 200 0 0 1 352 268 Z" fill="#EADBC6" />
    </svg>
  );
}

export default function Product({
  name = 'The Halo table lamp',
  tagline = 'Warm light that follows the evening, dimmed by a turn of the shade.',
  price = '€ 189',
  previousPrice = '€ 240',
  brand = 'Nordlys',
  badge = 'New',
  image = '',
}) {
  const title = textOf(name);
  const picture = textOf(image);
  const sticker = textOf(badge);
  const line = textOf(tagline);
  const before = textOf(previousPrice);
  return (
    <div
      style={{
        position: 'relative',
        width: '100%',
        height: '100%',
        display: 'flex',
        backgroundColor: cream,
        color: bark,
        fontFamily: 'Inter',
      }}
    >
      <div style={{ flex: 1, display: 'flex', flexDirection: 'column', padding: '64px 72px 60px' }}>
        <div style={{ fontSize: 28, lineHeight: 1.2, fontWeight: 700, lineClamp: 1 }}>{textOf(brand)}</div>
        <div style={{ flex: 1, display: 'flex', flexDirection: 'column', justifyContent: 'center' }}>
          <div
            style={{
              ...fitted(title, { width: 520, height: 256 }, [96, 80, 64, 52, 44, 38]),
              fontWeight: 800,
              letterSpacing: '-0.035em',
            }}
          >
            {title}
          </div>
          {line && (
            <div style={{ ...flow(line), marginTop: 24, fontSize: 28, lineHeight: 1.4, color: clay, lineClamp: 3 }}>
              {line}
            </div>
          )}
        </div>
        <div style={{ display: 'flex', alignItems: 'baseline' }}>
          <div style={{ fontSize: 60, lineHeight: 1, fontWeight: 700, letterSpacing: '-0.03em' }}>{textOf(price)}</div>
          {before && (
            <div style={{ marginLeft: 24, fontSize: 32, lineHeight: 1, color: clay, textDecoration: 'line-through' }}>
              {before}
            </div>
          )}
        </div>
      </div>
      <div style={{ width: 520, height: '100%', display: 'flex', backgroundColor: terracotta, overflow: 'hidden' }}>
        {picture ? <img src={picture} alt="" width={520} height={630} style={{ objectFit: 'cover' }} /> : <Lamp />}
      </div>
      {sticker && (
        <div
          style={{
            position: 'absolute',
            left: 620,
            top: 56,
            minWidth: 120,
            height: 120,
            padding: '0 22px',
            borderRadius: 60,
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'center',
            backgroundColor: lemon,
            fontSize: 32,
            fontWeight: 800,
            letterSpacing: '-0.02em',
          }}
        >
          <div style={{ maxWidth: 460, lineClamp: 1 }}>{sticker}</div>
        </div>
      )}
    </div>
  );
}
