// Event: a poster. The day is the sun. `date` as 2026-11-28 is taken apart; any other text stands as it is.

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const cobalt = '#1C2BD6';
const pale = '#D5DAFF';
const acid = '#E4FF4A';
const night = '#0A0F3D';
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function Day({ date }) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? [];
  const text = { fontWeight: 900, letterSpacing: '-0.04em' };
  if (!months[month - 1])
    return (
      <div
        dir="auto"
        fit={[56, 120]}
        tw="break-words"
        style={{ ...text, width: 400, maxHeight: 304, lineClamp: 5, lineHeight: 1.05 }}
      >
        {date}
      </div>
    );
  return (
    <>
      <div style={{ fontSize: 44, fontWeight: 700 }}>
        {weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]}
      </div>
      <div style={{ ...text, fontSize: 300, lineHeight: 0.95 }}>{Number(day)}</div>
      <div style={{ ...text, fontSize: 64, fontWeight: 800 }}>{months[month - 1]}</div>
    </>
  );
}

export default function Event({
  title = 'Small Web Weekend',
  kind = 'Conference',
  date = '2026-11-28',
  time = '10:00 to 18:00',
  place = 'Kulturhuset, Stockholm',
  size,
}) {
  const isSquare = size.width === size.height;
  const width = date && !isSquare ? 580 : size.width - 144;
  const heading = { lineClamp: 6, maxHeight: 320, lineHeight: 1.05, letterSpacing: '-0.04em' };
  const pill = { maxWidth: width, padding: '10px 24px', border: '3px solid #FFFFFF', borderRadius: 32 };
  const sun = {
    left: size.width - 500,
    top: isSquare ? -60 : 54,
    width: 640,
    height: 640,
    padding: '0 170px 0 40px',
    background: acid,
    color: night,
  };
  return (
    <div
      tw="relative flex flex-col w-full h-full overflow-hidden text-white"
      style={{ padding: '64px 72px', background: cobalt }}
    >
      {date && (
        <div
          tw="absolute flex flex-col items-center justify-center rounded-full text-center"
          style={{ ...sun, lineHeight: 1 }}
        >
          <Day date={String(date)} />
        </div>
      )}
      {kind && (
        <div tw="self-start font-semibold truncate" style={{ ...pill, fontSize: 28, lineHeight: 1.2 }}>
          {kind}
        </div>
      )}
      <div
        tw="flex flex-1 flex-col"
        style={{ width, justifyContent: isSquare ? 'flex-end' : 'center', paddingBottom: isSquare ? 40 : 0 }}
      >
        <div dir="auto" fit={[48, 104]} tw="font-extrabold text-balance break-words" style={heading}>
          {title}
        </div>
      </div>
      <div tw="flex flex-col" style={{ width, fontSize: 32, lineHeight: 1.35 }}>
        <div tw="font-semibold truncate">{place}</div>
        <div tw="truncate" style={{ color: pale }}>
          {time}
        </div>
      </div>
    </div>
  );
}
