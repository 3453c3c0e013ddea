// Profile: a monogram so large that it becomes the portrait. An `avatar` takes its place.

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const blush = '#FFE1E8';
const wine = '#4B0B2A';
const rose = '#FF8FB4';
const berry = '#8A2A56';

/** The first letters of the first and the last name, one above the other; of other scripts the first alone. */
function Monogram({ name }) {
  const letters = name.split(/\s+/).map((word) => [...word.toUpperCase()][0]);
  const isLatin = /^[A-Z\u00c0-\u052f]/.test(name.toUpperCase());
  const size = !isLatin ? 340 : letters.length > 1 ? 350 : 480;
  return (
    <div tw="flex flex-col justify-center w-full text-center font-black leading-[0.8]" style={{ fontSize: size }}>
      <div style={{ color: rose }}>{letters[0]}</div>
      {isLatin && letters.length > 1 && <div style={{ color: blush }}>{letters.at(-1)}</div>}
    </div>
  );
}

export default function Profile({
  name = 'Noor Haddad',
  role = 'Type designer',
  bio = 'Draws letters for small screens and large buildings. Teaches on Thursdays.',
  place = 'Beirut',
  link = 'noorhaddad.example',
  avatar = '',
  size,
}) {
  const isSquare = size.width === size.height;
  const side = isSquare ? 400 : 460;
  const heading = { lineClamp: 5, maxHeight: isSquare ? 400 : 220, lineHeight: 1.05, letterSpacing: '-0.04em' };
  return (
    <div tw="flex w-full h-full" style={{ background: blush, color: wine }}>
      <div tw="flex shrink-0 h-full overflow-hidden" style={{ width: side, background: wine }}>
        {avatar && <img src={avatar} alt="" width={side} height={size.height} tw="object-cover" />}
        {!avatar && <Monogram name={String(name)} />}
      </div>
      <div tw="flex flex-1 flex-col min-w-0 leading-[1.2]" style={{ padding: '64px 72px 60px' }}>
        <div tw="flex flex-1 flex-col justify-center">
          <div dir="auto" fit={[38, 104]} tw="font-extrabold text-balance break-words" style={heading}>
            {name}
          </div>
          <div dir="auto" tw="font-semibold truncate mt-[20px] text-[36px]" style={{ color: berry }}>
            {role}
          </div>
          <div dir="auto" tw="break-words line-clamp-3 mt-[28px] text-[30px] leading-[1.4]">
            {bio}
          </div>
        </div>
        <div tw="flex justify-between font-semibold gap-[32px] text-[28px]">
          <div tw="flex-1 truncate">{link}</div>
          <div tw="truncate max-w-[300px]" style={{ color: berry }}>
            {place}
          </div>
        </div>
      </div>
    </div>
  );
}
