// Job: a Swiss poster. Black on yellow, four columns, nothing else.

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const yellow = '#FFD400';
const black = '#0D0D0D';
const umber = '#4A3D00';

export default function Job({
  title = 'Senior Cartographer',
  company = 'Fjord',
  notice = 'We are hiring',
  place = 'Lisbon or remote',
  team = 'Terrain',
  type = 'Full time',
  salary = '€ 68k to 82k',
  size,
}) {
  const facts = Object.entries({ Place: place, Team: team, Type: type, Salary: salary }).filter(([, value]) => value);
  const heading = { lineClamp: 5, maxHeight: size.height - 339, lineHeight: 0.98, letterSpacing: '-0.05em' };
  return (
    <div tw="flex flex-col w-full h-full" style={{ padding: '56px 64px', background: yellow, color: black }}>
      <div tw="flex items-center tracking-tight gap-[18px] text-[32px] leading-[1.2]">
        <div tw="shrink-0 rounded-full w-[28px] h-[28px]" style={{ background: black }} />
        <div tw="flex-1 font-extrabold truncate">{company}</div>
        <div tw="font-medium truncate max-w-[560px]" style={{ marginLeft: 14 }}>
          {notice}
        </div>
      </div>
      <div tw="flex flex-1 flex-col justify-center">
        <div dir="auto" fit={[54, 148]} tw="font-black text-balance break-words" style={heading}>
          {title}
        </div>
      </div>
      <div tw="flex gap-[24px] leading-[1.2]">
        {facts.map(([label, value]) => (
          <div
            key={label}
            tw="flex flex-1 flex-col min-w-0"
            style={{ paddingTop: 18, borderTop: `6px solid ${black}` }}
          >
            <div style={{ marginBottom: 6, fontSize: 26, color: umber }}>{label}</div>
            <div tw="font-bold tracking-tight break-words line-clamp-2 text-[30px]">{value}</div>
          </div>
        ))}
      </div>
    </div>
  );
}
