// Article: a front page. Two rules, one headline, a byline.

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const paper = '#F5F1E8';
const ink = '#17150F';
const faded = '#5E584B';
const red = '#B3261A';

/** The author's picture, or the first letters of the first and the last name. */
function Portrait({ name, image }) {
  const circle = { width: 64, height: 64, borderRadius: 32, background: ink, color: paper };
  if (image) return <img src={image} alt="" width={64} height={64} tw="object-cover rounded-full bg-[#DDD5C3]" />;
  const initials = name.split(/\s+/).map((word) => [...word][0]);
  return (
    <div tw="flex items-center justify-center shrink-0 uppercase" style={{ ...circle, fontSize: 26, fontWeight: 700 }}>
      {initials[0]}
      {initials.length > 1 && initials.at(-1)}
    </div>
  );
}

export default function Article({
  title = 'The quiet return of the hand-drawn map',
  publication = 'The Margin',
  section = 'Culture',
  author = 'Ines Moreau',
  avatar = '',
  date = '14 March 2026',
  readingTime = '9 min read',
  size,
}) {
  const largest = size.height > 630 ? 140 : 116;
  const headline = { maxHeight: size.height - 326, lineHeight: 1.05, letterSpacing: '-0.035em', lineClamp: 6 };
  return (
    <div tw="flex flex-col w-full h-full" style={{ padding: '56px 72px 52px', background: paper, color: ink }}>
      <div style={{ height: 10, background: ink }} />
      <div tw="flex justify-between gap-[32px] text-[30px] leading-[1.2]" style={{ paddingTop: 20 }}>
        <div tw="flex-1 font-extrabold tracking-tight truncate">{publication}</div>
        <div tw="font-semibold truncate max-w-[420px]" style={{ color: red }}>
          {section}
        </div>
      </div>
      <div tw="flex flex-1 flex-col justify-center">
        <div dir="auto" fit={[48, largest]} tw="font-extrabold text-balance break-words" style={headline}>
          {title}
        </div>
      </div>
      <div style={{ height: 2, background: ink }} />
      <div tw="flex items-center gap-[20px] h-[64px] mt-[24px] text-[28px]">
        {author && <Portrait name={String(author)} image={avatar} />}
        <div tw="flex-1 font-semibold truncate">{author}</div>
        <div tw="truncate max-w-[620px]" style={{ color: faded }}>
          {[date, readingTime].filter(Boolean).join(' · ')}
        </div>
      </div>
    </div>
  );
}
