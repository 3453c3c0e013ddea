// Product: words on the left, the thing itself on a block of colour. Without `image` a lamp is drawn.

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const cream = '#FBF6EE';
const bark = '#2B1710';
const clay = '#7A5445';
const terracotta = '#DB6A42';
const lemon = '#FFE08A';

function Lamp({ height }) {
  return (
    <svg aria-hidden="true" width={520} height={height} viewBox="0 0 520 630" preserveAspectRatio="xMidYMid slice">
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
  size,
}) {
  const heading = { maxHeight: size.height * 0.4 - 24, lineClamp: 6, lineHeight: 1.05, letterSpacing: '-0.035em' };
  return (
    <div tw="relative flex w-full h-full" style={{ background: cream, color: bark }}>
      <div tw="flex flex-1 flex-col min-w-0" style={{ padding: '64px 72px 60px' }}>
        <div tw="font-bold truncate text-[28px] leading-[1.2]">{brand}</div>
        <div tw="flex flex-1 flex-col justify-center gap-[24px]">
          <div dir="auto" fit={[36, 96]} tw="font-extrabold text-balance break-words" style={heading}>
            {name}
          </div>
          {tagline && (
            <div dir="auto" tw="break-words line-clamp-3 text-[28px] leading-[1.4]" style={{ color: clay }}>
              {tagline}
            </div>
          )}
        </div>
        <div tw="flex items-baseline gap-[24px] leading-[1.2]">
          <div tw="font-bold tracking-tight truncate text-[60px]">{price}</div>
          <div tw="line-through truncate text-[32px]" style={{ color: clay }}>
            {previousPrice}
          </div>
        </div>
      </div>
      <div tw="flex shrink-0 h-full overflow-hidden w-[520px]" style={{ background: terracotta }}>
        {image ? (
          <img src={image} alt="" width={520} height={size.height} style={{ objectFit: 'cover' }} />
        ) : (
          <Lamp height={size.height} />
        )}
      </div>
      {badge && (
        <div
          tw="absolute flex items-center rounded-full font-extrabold tracking-tight h-[120px] text-[32px]"
          style={{ left: size.width - 580, top: 56, minWidth: 120, padding: '0 22px', background: lemon }}
        >
          <div tw="flex-1 text-center truncate max-w-[460px]">{badge}</div>
        </div>
      )}
    </div>
  );
}
