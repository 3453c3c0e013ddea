// Ticket: admission to an event, with a QR code of `code`, an address or any text. The command line bundles the encoder.

import { encode } from 'uqr';

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'png', fontFamily: 'Inter', preflight: true };

const plum = '#2B1030';
const coral = '#FF6B4A';
const cream = '#FFF4E3';
const berry = '#8A2F5C';

/** A QR code with the quiet zone of four modules that scanners need. */
function QrCode({ text, width }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg width={width} height={width} viewBox={`0 0 ${size} ${size}`} style={{ borderRadius: 20 }}>
      <rect width={size} height={size} fill="#FFFFFF" />
      <path d={modules.join('')} fill={plum} shapeRendering="crispEdges" />
    </svg>
  );
}

function Fact({ label, children }) {
  return (
    <div tw="flex flex-col flex-1 min-w-0">
      <div tw="truncate" style={{ fontSize: 22, color: berry }}>
        {label}
      </div>
      <div tw="font-bold truncate" style={{ fontSize: 34 }}>
        {children}
      </div>
    </div>
  );
}

export default function Ticket({
  event = 'Night of the Long Tables',
  date = '12 Dec 2026',
  time = '19:00',
  place = 'Old Tram Depot, Lisbon',
  holder = 'Inês Carvalho',
  seat = 'Table 14, seat 3',
  code = 'https://tables.example/t/7Q4M-2K9D',
  size,
}) {
  const isSquare = size.width === size.height;
  const notch = { width: 56, height: 56, background: plum };
  const notches = isSquare ? [{ left: -28 }, { right: -28 }] : [{ top: -28 }, { bottom: -28 }];
  return (
    <div tw="flex w-full h-full" style={{ padding: 48, background: plum, color: plum }}>
      <div
        tw="flex flex-1 overflow-hidden"
        style={{ flexDirection: isSquare ? 'column' : 'row', borderRadius: 36, background: cream }}
      >
        <div tw="flex flex-col flex-1 min-w-0" style={{ padding: 48 }}>
          <div tw="font-semibold truncate" style={{ fontSize: 28, color: berry }}>
            {place}
          </div>
          <div tw="flex flex-1 flex-col justify-center">
            <div
              dir="auto"
              fit={[40, 88]}
              tw="font-black text-balance break-words"
              style={{ maxHeight: isSquare ? 200 : 196, lineClamp: 4, lineHeight: 1.02, letterSpacing: '-0.04em' }}
            >
              {event}
            </div>
          </div>
          <div tw="flex" style={{ gap: 32, marginBottom: 24 }}>
            <Fact label="Date">{date}</Fact>
            <Fact label="Doors">{time}</Fact>
          </div>
          <div tw="flex" style={{ gap: 32 }}>
            <Fact label="Guest">{holder}</Fact>
            <Fact label="Seat">{seat}</Fact>
          </div>
        </div>
        <div
          tw="relative flex shrink-0 items-center justify-center"
          style={{ [isSquare ? 'height' : 'width']: 424, background: coral }}
        >
          {notches.map((place, n) => (
            <div key={n} tw="absolute rounded-full" style={{ ...notch, ...place, [isSquare ? 'top' : 'left']: -28 }} />
          ))}
          {code && <QrCode text={String(code)} width={344} />}
        </div>
      </div>
    </div>
  );
}
