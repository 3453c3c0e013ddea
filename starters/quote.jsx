// Quote: square. One speech bubble, and below it who said so.

const sizes = { square: [1080, 1080], og: [1200, 630] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const forest = '#0F4434';
const leaf = '#BFE3CB';
const cream = '#FBF4DF';
const marigold = '#F6B93B';

/** The speaker's picture, or the first letters of the first and the last name. */
function Portrait({ name, image }) {
  const circle = { width: 120, height: 120, borderRadius: 60, background: marigold, color: forest };
  if (image) return <img src={image} alt="" width={120} height={120} tw="object-cover rounded-full bg-[#BFE3CB]" />;
  const initials = name.split(/\s+/).map((word) => [...word][0]);
  return (
    <div tw="flex items-center justify-center shrink-0 uppercase" style={{ ...circle, fontSize: 44, fontWeight: 800 }}>
      {initials[0]}
      {initials.length > 1 && initials.at(-1)}
    </div>
  );
}

export default function Quote({
  quote = 'Make the thing you would miss if it were gone.',
  author = 'Tomasz Lindqvist',
  role = 'Furniture maker',
  avatar = '',
  size,
}) {
  const isWide = size.width > size.height;
  const words = { lineClamp: 10, maxHeight: isWide ? 290 : 610, lineHeight: 1.1, letterSpacing: '-0.035em' };
  const bubble = { padding: '0 80px', borderRadius: 56, background: cream, color: forest };
  return (
    <div
      tw="flex flex-col w-full h-full"
      style={{ padding: isWide ? '48px 72px 44px' : '72px 72px 68px', background: forest, color: cream }}
    >
      <div tw="flex flex-1 flex-col justify-center" style={bubble}>
        <div dir="auto" fit={[isWide ? 40 : 52, 124]} tw="font-bold text-balance break-words" style={words}>
          {quote}
        </div>
      </div>
      {author && (
        <>
          <svg aria-hidden="true" width={120} height={72} viewBox="0 0 120 72" style={{ marginLeft: 72 }}>
            <path d="M0 0 H120 Q64 12 34 72 Q38 20 0 0 Z" fill={cream} />
          </svg>
          <div tw="flex items-center gap-[32px] h-[120px] mt-[16px] leading-[1.2]">
            <Portrait name={String(author)} image={avatar} />
            <div tw="flex flex-1 flex-col min-w-0 gap-[4px]">
              <div tw="font-bold tracking-tight truncate text-[44px]">{author}</div>
              <div tw="truncate text-[34px]" style={{ color: leaf }}>
                {role}
              </div>
            </div>
          </div>
        </>
      )}
    </div>
  );
}
