// Repository: name and numbers over a field of activity drawn from the name, its languages along the bottom edge.

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const night = '#0B0F14';
const mist = '#9BA8B4';
const greens = ['#131B22', '#0E3B3A', '#12615A', '#1C9482', '#56D9B8'];
const palette = ['#3C8CF0', '#F0C541', '#E8663D', '#9A6BF0', '#56D9B8'];
const star = 'M16 3 L20 12 L29.5 12.8 L22.3 19 L24.5 28.5 L16 23.4 L7.5 28.5 L9.7 19 L2.5 12.8 L12 12 Z';
const fork = 'M8 4 V10 Q8 16 16 16 Q24 16 24 10 V4 M16 16 V28';
const scale = 'M16 4 V28 M8 28 H24 M4 9 H28 M4 9 L1.5 18 H6.5 Z M28 9 L25.5 18 H30.5 Z';

/** Squares that look random and are always the same for the same name, brighter to the right. */
function Activity({ name, height }) {
  const rows = Math.ceil(height / 35);
  let state = [...name].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 2 ** 32, 7);
  const squares = Array.from({ length: 14 * rows }, (_, n) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    const x = Math.floor(n / rows);
    return {
      x: x * 35,
      y: (n % rows) * 35,
      level: Math.min(4, Math.floor((state / 2 ** 32) ** 1.6 * 5 * (0.1 + x / 14))),
    };
  });
  return (
    <svg aria-hidden="true" width={490} height={height} viewBox={`0 0 490 ${height}`} tw="absolute right-0 top-0">
      {squares.map(({ x, y, level }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="27" height="27" rx="6" fill={greens[level]} />
      ))}
    </svg>
  );
}

/** 12480 as 12.5k; text stays as it is. */
const countOf = (count) =>
  count >= 1000 ? `${(count / 1000).toFixed(count < 99_950 ? 1 : 0).replace('.0', '')}k` : count;

export default function Repository({
  owner = 'lindqvist',
  name = 'contour',
  description = 'Draws elevation lines from any grid of heights, in a browser or on a server.',
  stars = '12480',
  forks = '641',
  license = 'MIT',
  languages = ['Rust 62', 'TypeScript 27', 'WGSL 11'],
  size,
}) {
  const figures = [
    [star, countOf(stars)],
    [fork, countOf(forks)],
    [scale, license],
  ].filter(([, value]) => value);
  const list = (Array.isArray(languages) ? languages : languages.split('\n')).filter(Boolean);
  const heading = {
    lineClamp: 3,
    maxHeight: size.height > 630 ? 320 : 160,
    lineHeight: 1.1,
    letterSpacing: '-0.045em',
  };
  return (
    <div tw="relative flex flex-col w-full h-full overflow-hidden" style={{ background: night, color: '#F2F5F7' }}>
      <Activity name={`${owner}/${name}`} height={size.height} />
      <div tw="relative flex flex-1 flex-col justify-center" style={{ width: size.width - 520, paddingLeft: 72 }}>
        {owner && (
          <div tw="font-medium truncate text-[40px] leading-[1.2]" style={{ color: mist }}>
            {owner} /
          </div>
        )}
        <div dir="auto" fit={[44, 128]} tw="font-extrabold break-words" style={heading}>
          {name}
        </div>
        <div dir="auto" tw="break-words line-clamp-4 text-[32px] leading-[1.4]" style={{ margin: '24px 0 44px' }}>
          {description}
        </div>
        <div tw="flex font-bold gap-[44px] text-[32px] leading-[1.2]">
          {figures.map(([icon, value]) => (
            <div key={icon} tw="flex items-center min-w-0 gap-[14px]">
              <svg aria-hidden="true" width={32} height={32} viewBox="0 0 32 32" tw="shrink-0">
                <path d={icon} fill="none" stroke={mist} strokeWidth="3" strokeLinejoin="round" strokeLinecap="round" />
              </svg>
              <div tw="truncate max-w-[240px]">{value}</div>
            </div>
          ))}
        </div>
      </div>
      <div tw="relative flex w-full" style={{ height: list.length > 0 ? 24 : 0 }}>
        {list.map((language, n) => (
          <div key={language} style={{ flexGrow: Number(/[\d.]+/.exec(language) ?? 1), background: palette[n % 5] }} />
        ))}
      </div>
    </div>
  );
}
