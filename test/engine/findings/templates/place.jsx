// Place: a picture from edge to edge with a caption card, as in a travel magazine. Without `image` a valley is drawn.

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const paper = '#FFFDF8';
const ink = '#1B1A24';
const dusk = '#5F5B70';
const ember = '#B63A22';

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

function Valley() {
  return (
    <svg aria-hidden="true" width={1200} height={630} viewBox="0 0 1200 630">
      <rect width="1200" height="630" fill="#FFAE7A" />
      <circle cx="940" cy="230" r="440" fill="#FFB983" />
      <circle cx="940" cy="230" r="310" fill="#FFC68F" />
      <circle cx="940" cy="230" r="200" fill="#FFD8A6" />
      <circle cx="940" cy="230" r="112" fill="#FFF3DA" />
      <path d="M0 360 C200 250 380 250 560 330 S900 400 1200 250 V630 H0 Z" fill="#E9895F" />
      <path d="M0 420 C220 330 420 360 620 410 S1000 420 1200 330 V630 H0 Z" fill="#C25C57" />
      <path d="M0 470 C240 400 440 450 640 480 S1000 470 1200 410 V630 H0 Z" fill="#87405C" />
      <path d="M0 540 C300 470 560 520 760 530 S1060 500 1200 480 V630 H0 Z" fill="#4C2A52" />
      <path
        d="M620 630 C780 570 960 545 1200 575 V630 Z M916 570 V530 H924 V570 Z M1006 570 V520 H1014 V570 Z M1106 575 V530 H1114 V575 Z"
        fill="#2B1B3D"
      />
      <circle cx="920" cy="520" r="27" fill="#2B1B3D" />
      <circle cx="1010" cy="505" r="36" fill="#2B1B3D" />
      <circle cx="1110" cy="518" r="30" fill="#2B1B3D" />
    </svg>
  );
}

export default function Place({
  name = 'Three days in the Valley of Orchards',
  region = 'Northern Georgia',
  details = '34 km on foot · moderate · May to October',
  image = '',
}) {
  const title = textOf(name);
  const area = textOf(region);
  const facts = textOf(details);
  const picture = textOf(image);
  return (
    <div
      style={{
        position: 'relative',
        width: '100%',
        height: '100%',
        display: 'flex',
        overflow: 'hidden',
        backgroundColor: dusk,
        color: ink,
        fontFamily: 'Inter',
      }}
    >
      {picture ? <img src={picture} alt="" width={1200} height={630} style={{ objectFit: 'cover' }} /> : <Valley />}
      {(area || title || facts) && (
        <div
          style={{
            position: 'absolute',
            left: 56,
            bottom: 56,
            maxWidth: 720,
            display: 'flex',
            flexDirection: 'column',
            padding: '36px 44px 38px',
            borderRadius: 12,
            backgroundColor: paper,
          }}
        >
          {area && (
            <div style={{ fontSize: 28, lineHeight: 1.2, fontWeight: 700, color: ember, lineClamp: 1 }}>{area}</div>
          )}
          <div
            style={{
              ...fitted(title, { width: 632, height: 218 }, [76, 64, 52, 44, 36]),
              marginTop: area ? 14 : 0,
              fontWeight: 800,
              letterSpacing: '-0.035em',
            }}
          >
            {title}
          </div>
          {facts && (
            <div style={{ ...flow(facts), marginTop: 20, fontSize: 28, lineHeight: 1.3, color: dusk, lineClamp: 2 }}>
              {facts}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
