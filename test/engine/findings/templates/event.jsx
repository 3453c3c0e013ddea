// Event: a poster. The day is the sun. `date` as 2026-11-28 is taken apart; any other text stands as it is.

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const cobalt = '#1C2BD6';
const pale = '#D5DAFF';
const acid = '#E4FF4A';
const night = '#0A0F3D';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

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

/** `2026-11-24` as its parts; undefined for any other text. */
const partsOf = (date) => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  if (!name) return undefined;
  return {
    month: name,
    day: String(Number(day)),
    weekday: weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()],
  };
};

function Sun({ date }) {
  const parts = partsOf(date);
  return (
    <div
      style={{
        position: 'absolute',
        left: 700,
        top: 54,
        width: 640,
        height: 640,
        borderRadius: 320,
        padding: '0 170px 0 40px',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        backgroundColor: acid,
        color: night,
        textAlign: 'center',
      }}
    >
      {parts ? (
        <>
          <div style={{ fontSize: 44, lineHeight: 1, fontWeight: 700 }}>{parts.weekday}</div>
          <div style={{ fontSize: 300, lineHeight: 0.95, fontWeight: 900, letterSpacing: '-0.04em' }}>{parts.day}</div>
          <div style={{ fontSize: 64, lineHeight: 1, fontWeight: 800, letterSpacing: '-0.03em' }}>{parts.month}</div>
        </>
      ) : (
        <div
          style={{
            ...fitted(date, { width: 400, height: 304 }, [120, 96, 72, 56]),
            fontWeight: 900,
            letterSpacing: '-0.04em',
          }}
        >
          {date}
        </div>
      )}
    </div>
  );
}

export default function Event({
  title = 'Small Web Weekend',
  kind = 'Conference',
  date = '2026-11-28',
  time = '10:00 to 18:00',
  place = 'Kulturhuset, Stockholm',
}) {
  const headline = textOf(title);
  const day = textOf(date);
  const label = textOf(kind);
  const width = day ? 580 : 1056;
  return (
    <div
      style={{
        position: 'relative',
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        padding: '64px 72px',
        overflow: 'hidden',
        backgroundColor: cobalt,
        color: '#FFFFFF',
        fontFamily: 'Inter',
      }}
    >
      {day && <Sun date={day} />}
      {label && (
        <div style={{ display: 'flex' }}>
          <div
            style={{
              padding: '10px 24px',
              border: '3px solid #FFFFFF',
              borderRadius: 32,
              fontSize: 28,
              lineHeight: 1.2,
              fontWeight: 600,
              maxWidth: width,
              lineClamp: 1,
            }}
          >
            {label}
          </div>
        </div>
      )}
      <div style={{ flex: 1, width, display: 'flex', flexDirection: 'column', justifyContent: 'center' }}>
        <div
          style={{
            ...fitted(headline, { width, height: 320 }, [104, 94, 84, 68, 56, 48]),
            fontWeight: 800,
            letterSpacing: '-0.04em',
          }}
        >
          {headline}
        </div>
      </div>
      <div style={{ width, fontSize: 32, lineHeight: 1.35, fontWeight: 600, lineClamp: 1 }}>{textOf(place)}</div>
      <div style={{ width, fontSize: 32, lineHeight: 1.35, color: pale, lineClamp: 1 }}>{textOf(time)}</div>
    </div>
  );
}
