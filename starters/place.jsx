// Place: a picture from edge to edge with a caption card, as in a travel magazine. Without `image` a valley is drawn.

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const ink = '#1B1A24';
const dusk = '#5F5B70';
const ember = '#B63A22';

function Valley({ width, height }) {
  return (
    <svg aria-hidden="true" width={width} height={height} viewBox="0 0 1200 630" preserveAspectRatio="xMaxYMid slice">
      <rect width="1200" height="630" fill="#FFAE7A" />
      <circle cx="940" cy="230" r="440" fill="#FFB983" />
      <circle cx="940" cy="230" r="310" fill="#FFC68F" />
      <circle cx="940" cy="230" r="200" fill="#FFD8A6" />
      <circle cx="940" cy="230" r="112" fill="#FFF3DA" />
      <path d="M0 360 C200 250 380 250 560 330 S900 400 1200 250 V630 H0 Z" fill="#E9895F" />
      <path d="M0 420 C220 330 420 360 620 410 S1000 420 1200 330 V630 H0 Z" fill="#C25C57" />
      <path d="M0 470 C240 400 440 450 640 480 S1000 470 1200 410 V630 H0 Z" fill="#87405C" />
      <path d="M0 540 C300 470 560 520 760 530 S1060 500 1200 480 V630 H0 Z" fill="#4C2A52" />
      <path
        d="M620 630 C780 570 960 545 1200 575 V630 Z M916 570 V530 H924 V570 Z M1006 570 V520 H1014 V570 Z M1106 575 V530 H1114 V575 Z"
        fill="#2B1B3D"
      />
      <circle cx="920" cy="520" r="27" fill="#2B1B3D" />
      <circle cx="1010" cy="505" r="36" fill="#2B1B3D" />
      <circle cx="1110" cy="518" r="30" fill="#2B1B3D" />
    </svg>
  );
}

export default function Place({
  name = 'Three days in the Valley of Orchards',
  region = 'Northern Georgia',
  details = '34 km on foot · moderate · May to October',
  image = '',
  size,
}) {
  const card = { left: 56, bottom: 56, maxWidth: 720, padding: '36px 44px 38px' };
  const heading = { lineClamp: 5, maxHeight: 218, lineHeight: 1.05, letterSpacing: '-0.035em' };
  return (
    <div tw="relative flex w-full h-full overflow-hidden" style={{ background: dusk, color: ink }}>
      {image ? (
        <img src={image} alt="" width={size.width} height={size.height} tw="object-cover" />
      ) : (
        <Valley {...size} />
      )}
      <div tw="absolute flex flex-col rounded-xl bg-[#FFFDF8]" style={card}>
        {region && (
          <div tw="font-bold truncate mb-[14px] text-[28px] leading-[1.2]" style={{ color: ember }}>
            {region}
          </div>
        )}
        <div dir="auto" fit={[36, 76]} tw="font-extrabold text-balance break-words" style={heading}>
          {name}
        </div>
        {details && (
          <div dir="auto" tw="break-words line-clamp-2 mt-[20px] text-[28px] leading-[1.3]" style={{ color: dusk }}>
            {details}
          </div>
        )}
      </div>
    </div>
  );
}
