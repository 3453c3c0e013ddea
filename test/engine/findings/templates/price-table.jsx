// Price table: up to four plans side by side, one of them raised by colour alone.

export const options = { width: 1200, height: 630, format: 'webp', quality: 90 };

const fog = '#E9EDF3';
const ink = '#101B33';
const slate = '#51607A';
const mint = '#5BE3B0';
const haze = '#B9C5DA';
const green = '#0A7A55';

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

/** A plan from an object, or from a line "Name | price | per | feature, feature". */
const planOf = (value) => {
  if (typeof value === 'object') return { ...value, features: listOf(value.features).map(textOf) };
  const [name, price, per, features = ''] = textOf(value).split('|').map(textOf);
  return { name, price, per, features: features.split(',').map(textOf).filter(Boolean) };
};

function Feature({ text, isChosen, fontSize, lines }) {
  return (
    <div style={{ display: 'flex', marginTop: 16, fontSize, lineHeight: 1.3 }}>
      <svg
        aria-hidden="true"
        width={24}
        height={24}
        viewBox="0 0 24 24"
        style={{ flexShrink: 0, margin: `${fontSize / 5}px 12px 0 0` }}
      >
        <path d="M3 13 L9 19 L21 5" fill="none" stroke={isChosen ? mint : green} strokeWidth="3.5" />
      </svg>
      <div style={{ ...flow(text), flex: 1, lineClamp: lines }}>{text}</div>
    </div>
  );
}

function Plan({ plan, isChosen, width, features }) {
  const isNarrow = width < 300;
  const price = textOf(plan.price);
  return (
    <div
      style={{
        width,
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        padding: isNarrow ? '34px 24px' : '34px 32px',
        borderRadius: 20,
        backgroundColor: isChosen ? ink : '#FFFFFF',
        color: isChosen ? '#FFFFFF' : ink,
      }}
    >
      <div style={{ fontSize: 30, lineHeight: 1.2, fontWeight: 700, color: isChosen ? mint : ink, lineClamp: 1 }}>
        {textOf(plan.name)}
      </div>
      <div
        style={{
          ...fitted(price, { width: width - 64, height: 94 }, [84, 68, 54, 42, 32]),
          marginTop: 14,
          minHeight: 92,
          fontWeight: 800,
          letterSpacing: '-0.045em',
        }}
      >
        {price}
      </div>
      <div style={{ height: 34, fontSize: 26, lineHeight: 1.2, color: isChosen ? haze : slate, lineClamp: 1 }}>
        {textOf(plan.per)}
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', marginTop: 18 }}>
        {plan.features.slice(0, features).map((text) => (
          <Feature
            key={text}
            text={text}
            isChosen={isChosen}
            fontSize={isNarrow ? 22 : 28}
            lines={plan.features.length > 2 ? 1 : 2}
          />
        ))}
      </div>
    </div>
  );
}

export default function PriceTable({
  title = 'Simple prices for pictures',
  highlight = 'Studio',
  plans = [
    { name: 'Solo', price: '€ 9', per: 'a month', features: ['500 pictures', 'One key'] },
    { name: 'Studio', price: '€ 29', per: 'a month', features: ['2,500 pictures', 'Ten keys', 'Own fonts'] },
    {
      name: 'House',
      price: '€ 99',
      per: 'a month',
      features: ['10,000 pictures', 'No limit on keys', 'Support by phone'],
    },
  ],
}) {
  const headline = textOf(title);
  const shown = listOf(plans).map(planOf).slice(0, 4);
  const width = shown.length > 0 ? Math.min(520, (1072 - 24 * (shown.length - 1)) / shown.length) : 0;
  const chosen = textOf(highlight).toLowerCase();
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        padding: '56px 64px',
        backgroundColor: fog,
        color: ink,
        fontFamily: 'Inter',
      }}
    >
      {headline && (
        <div
          style={{
            ...fitted(headline, { width: 1072, height: 80 }, [68, 56, 44, 38, 32]),
            marginBottom: 36,
            fontWeight: 800,
            letterSpacing: '-0.035em',
          }}
        >
          {headline}
        </div>
      )}
      <div style={{ flex: 1, display: 'flex', gap: 24 }}>
        {shown.map((plan) => (
          <Plan
            key={textOf(plan.name)}
            plan={plan}
            isChosen={textOf(plan.name).toLowerCase() === chosen}
            width={width}
            features={headline ? 3 : 4}
          />
        ))}
      </div>
    </div>
  );
}
