// Newsletter: an airmail envelope. The issue is the stamp, the topics are the lines of the address.

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const cream = '#FCF7EA';
const navy = '#17305F';
const red = '#C5283A';
const pencil = '#5B6478';
const line = '#CBBFA4';
const waves = [52, 70, 88, 106].map((y) => `M150 ${y} q20 -14 40 0 t40 0 t40 0`).join(' ');

/** Slanted stripes, red and blue in turn, all the way round. */
function Border({ width, height }) {
  const from = 64 * Math.ceil(height / 64);
  return (
    <svg aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`} tw="absolute left-0 top-0">
      {Array.from({ length: Math.ceil((width + from) / 64) + 2 }, (_, n) => n * 64 - from).map((x, n) => (
        <path
          key={x}
          d={`M${x} ${height} L${x + height} 0 H${x + height + 32} L${x + 32} ${height} Z`}
          fill={n % 2 ? navy : red}
        />
      ))}
      <rect x="24" y="24" width={width - 48} height={height - 48} fill={cream} />
    </svg>
  );
}

/** Paper with teeth of the envelope's colour along every side, and the postmark beside it. */
function Stamp({ number }) {
  const teeth = { fill: 'none', stroke: cream, strokeWidth: 14, strokeLinecap: 'round' };
  const amount = { lineClamp: 3, width: 136, maxHeight: 100, lineHeight: 1.05, letterSpacing: '-0.05em' };
  return (
    <div tw="absolute flex flex-row-reverse" style={{ right: 72, top: 68 }}>
      <div tw="relative flex flex-col items-center justify-center text-white w-[176px] h-[212px]">
        <svg aria-hidden="true" width={176} height={212} viewBox="0 0 176 212" tw="absolute left-0 top-0">
          <rect width="176" height="212" fill={red} />
          <path d="M10 0 H176 M10 212 H176" strokeDasharray="0 26" {...teeth} />
          <path d="M0 6 V212 M176 6 V212" strokeDasharray="0 25" {...teeth} />
        </svg>
        <div tw="relative font-semibold text-[26px] leading-[1.2]">Issue</div>
        <div fit={[28, 88]} tw="font-black relative text-center break-words" style={amount}>
          {number}
        </div>
      </div>
      <svg aria-hidden="true" width={290} height={160} viewBox="0 0 290 160" style={{ margin: '28px -166px 0 0' }}>
        <g fill="none" stroke={pencil} strokeWidth="4">
          <circle cx="80" cy="80" r="70" />
          <circle cx="80" cy="80" r="52" />
          <path d="M46 84 L116 52 L92 112 L78 92 Z M78 92 L116 52" strokeLinejoin="round" />
          <path d={waves} />
        </g>
      </svg>
    </div>
  );
}

export default function Newsletter({
  title = 'The case for an empty inbox',
  name = 'Poste Restante',
  issue = '118',
  date = '3 June 2026',
  topics = ['Why good letters take a week', 'An interview with a night postman', 'Five tools for writing less'],
  size: { width, height },
}) {
  const lines = (Array.isArray(topics) ? topics : topics.split('\n')).filter(Boolean).slice(0, 3);
  const isSquare = width === height;
  const room = {
    width: width - (issue && !isSquare ? 588 : 160),
    maxHeight: (lines.length > 0 ? 250 : 336) + (isSquare ? 100 : 0),
  };
  const heading = { ...room, lineClamp: 6, lineHeight: 1.05, letterSpacing: '-0.035em' };
  const topic = { padding: '10px 0 9px', borderBottom: `3px solid ${line}`, fontSize: 30, lineHeight: 1.25 };
  return (
    <div tw="relative flex flex-col w-full h-full" style={{ padding: '72px 76px 68px', color: navy }}>
      <Border width={width} height={height} />
      {issue && <Stamp number={issue} />}
      <div tw="relative font-bold truncate w-[660px] text-[30px] leading-[1.2]">
        {[name, date].filter(Boolean).join(' · ')}
      </div>
      <div tw="relative flex flex-1 flex-col justify-center">
        <div dir="auto" fit={[38, 96]} tw="font-extrabold text-balance break-words" style={heading}>
          {title}
        </div>
      </div>
      <div tw="relative flex flex-col" style={{ marginLeft: width - 800 }}>
        {lines.map((text) => (
          <div key={text} dir="auto" tw="font-medium" style={topic}>
            <div tw="truncate">{text}</div>
          </div>
        ))}
      </div>
    </div>
  );
}
