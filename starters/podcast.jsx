// Podcast: the episode as a sound wave, paused a third of the way in. The wave is drawn from the title.

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const aubergine = '#1D0F27';
const plum = '#5A4168';
const coral = '#FF7A59';
const peach = '#FFC9A8';
const lilac = '#C9B6D6';

/** Bars of a height that looks random and is always the same for the same title. */
function Wave({ title, width }) {
  let state = [...title].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 2 ** 32, 7);
  const bars = Array.from({ length: Math.floor(width / 14) }, (_, n) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    const swell = 0.35 + 0.65 * Math.abs(Math.sin(n * 0.19) * Math.cos(n * 0.047));
    return Math.round(14 + 126 * swell * (0.3 + (0.7 * state) / 2 ** 32));
  });
  return (
    <svg aria-hidden="true" width={width} height={144} viewBox={`0 0 ${width} 144`}>
      {bars.map((height, n) => (
        <rect
          key={n}
          x={n * 14}
          y={72 - height / 2}
          width="8"
          height={height}
          rx="4"
          fill={n < bars.length / 3 ? coral : plum}
        />
      ))}
    </svg>
  );
}

function Cover({ image, side }) {
  if (image)
    return <img src={image} alt="" width={side} height={side} tw="object-cover" style={{ borderRadius: 20 }} />;
  return (
    <svg aria-hidden="true" width={side} height={side} viewBox="0 0 240 240">
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
  size,
}) {
  const label = [show, /^\d+$/.test(episode) ? `Episode ${episode}` : episode].filter(Boolean).join(' · ');
  const isSquare = size.width === size.height;
  const heading = { lineClamp: 5, maxHeight: isSquare ? 260 : 196, lineHeight: 1.05, letterSpacing: '-0.03em' };
  return (
    <div
      tw="flex flex-col justify-between w-full h-full text-white"
      style={{ padding: '64px 68px 60px', background: aubergine }}
    >
      <div tw="flex gap-[44px]" style={isSquare ? { flexDirection: 'column' } : { height: 304 }}>
        <Cover image={cover} side={isSquare ? 360 : 240} />
        <div tw="flex flex-col min-w-0 gap-[18px] leading-[1.2]" style={{ flex: isSquare ? undefined : 1 }}>
          <div tw="flex gap-[32px] text-[28px]">
            <div tw="flex-1 font-bold truncate" style={{ color: coral }}>
              {label}
            </div>
            <div tw="truncate max-w-[240px]" style={{ color: lilac }}>
              {duration}
            </div>
          </div>
          <div dir="auto" fit={[36, 80]} tw="font-extrabold text-balance break-words" style={heading}>
            {title}
          </div>
          <div tw="truncate text-[30px]" style={{ color: lilac }}>
            {guest}
          </div>
        </div>
      </div>
      <Wave title={String(title)} width={size.width - 136} />
    </div>
  );
}
