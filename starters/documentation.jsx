// Documentation page: the page itself rises into view, with its table of contents.

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const sky = '#CFE2FF';
const navy = '#0B2047';
const slate = '#3A4F78';
const blue = '#1D55C9';
const rule = '#D7DFEC';

function Sheet({ headings, version, height }) {
  const sheet = {
    width: 400,
    height: height - 104,
    marginTop: 104,
    padding: '40px 36px',
    borderRadius: '20px 20px 0 0',
  };
  const entry = { padding: '14px 0 14px 20px', borderLeft: `4px solid ${rule}`, fontSize: 30, fontWeight: 500 };
  const first = { ...entry, borderLeft: `4px solid ${blue}`, fontWeight: 700, color: blue };
  return (
    <div tw="flex flex-col bg-white" style={{ ...sheet, lineHeight: 1.25 }}>
      <div tw="flex justify-between mb-[28px] text-[24px]" style={{ color: slate }}>
        <div tw="shrink-0">On this page</div>
        <div tw="font-semibold truncate max-w-[140px]">{version}</div>
      </div>
      {headings.slice(0, 6).map((heading, n) => (
        <div key={heading} style={n === 0 ? first : entry}>
          <div tw="truncate">{heading}</div>
        </div>
      ))}
    </div>
  );
}

export default function Documentation({
  title = 'Signing requests',
  description = 'Every call carries a signature that proves who sent it and that nothing was changed on the way.',
  product = 'Harbour',
  section = 'Guides',
  version = 'v3',
  headings = ['Create a key', 'Build the string', 'Sign it', 'Rotate keys', 'Common errors'],
  size,
}) {
  const contents = (Array.isArray(headings) ? headings : headings.split('\n')).filter(Boolean);
  const width = size.width - (contents.length > 0 ? 616 : 144);
  const heading = { lineClamp: 6, maxHeight: size.height - 386, lineHeight: 1.05, letterSpacing: '-0.035em' };
  return (
    <div
      tw="flex justify-between w-full h-full overflow-hidden"
      style={{ padding: '0 72px', background: sky, color: navy }}
    >
      <div tw="flex flex-col" style={{ width, padding: '64px 0' }}>
        <div tw="flex items-center gap-[16px] text-[28px] leading-[1.2]">
          <div tw="font-extrabold truncate" style={{ maxWidth: width / 2 - 24 }}>
            {product}
          </div>
          {product && section && (
            <svg aria-hidden="true" width={16} height={24} viewBox="0 0 16 24">
              <path d="M3 3 L12 12 L3 21" fill="none" stroke={slate} strokeWidth="3" />
            </svg>
          )}
          <div tw="font-medium truncate" style={{ maxWidth: width / 2 - 24, color: slate }}>
            {section}
          </div>
        </div>
        <div tw="flex flex-1 flex-col justify-center gap-[28px]">
          <div dir="auto" fit={[38, 100]} tw="font-extrabold text-balance break-words" style={heading}>
            {title}
          </div>
          {description && (
            <div dir="auto" tw="break-words line-clamp-4 text-[30px] leading-[1.4]" style={{ color: slate }}>
              {description}
            </div>
          )}
        </div>
      </div>
      {contents.length > 0 && <Sheet headings={contents} version={version} height={size.height} />}
    </div>
  );
}
