// Price table: up to four plans side by side, one of them raised by colour alone.

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const fog = '#E9EDF3';
const ink = '#101B33';
const usual = { background: '#FFFFFF', color: ink, accent: ink, soft: '#51607A', tick: '#0A7A55' };
const chosen = { background: ink, color: '#FFFFFF', accent: '#5BE3B0', soft: '#B9C5DA', tick: '#5BE3B0' };

/** A plan as it is, or from a line "Name | price | per | feature, feature". */
const planOf = (plan) => {
  if (typeof plan === 'object') return plan;
  const [name, price, per, features = ''] = plan.split('|').map((part) => part.trim());
  return { name, price, per, features: features.split(',').map((part) => part.trim()) };
};

function Plan({ name, price, per, features = [], most, look: { tick, accent, soft, ...colours } }) {
  const amount = { lineClamp: 2, height: 92, marginTop: 14, lineHeight: 1.05, letterSpacing: '-0.045em' };
  return (
    <div
      tw="flex flex-1 flex-col min-w-0"
      style={{ ...colours, maxWidth: 520, padding: '34px 30px', borderRadius: 20 }}
    >
      <div tw="font-bold truncate text-[30px] leading-[1.2]" style={{ color: accent }}>
        {name}
      </div>
      <div fit={[32, 84]} tw="font-extrabold break-words" style={amount}>
        {price}
      </div>
      <div tw="truncate h-[34px] mb-[18px] text-[26px] leading-[1.2]" style={{ color: soft }}>
        {per}
      </div>
      {features.slice(0, most).map((feature) => (
        <div key={feature} tw="flex" style={{ gap: 12, marginTop: 16, fontSize: most > 3 ? 22 : 28, lineHeight: 1.3 }}>
          <svg aria-hidden="true" width={24} height={24} viewBox="0 0 24 24" tw="shrink-0 mt-[5px]">
            <path d="M3 13 L9 19 L21 5" fill="none" stroke={tick} strokeWidth="3.5" />
          </svg>
          <div tw={features.length > 2 ? 'flex-1 min-w-0 truncate' : 'flex-1 min-w-0 break-words line-clamp-2'}>
            {feature}
          </div>
        </div>
      ))}
    </div>
  );
}

export default function PriceTable({
  title = 'Simple prices for pictures',
  highlight = 'Studio',
  plans = [
    { name: 'Solo', price: '€ 9', per: 'a month', features: ['500 pictures', 'One key'] },
    { name: 'Studio', price: '€ 29', per: 'a month', features: ['2,500 pictures', 'Ten keys', 'Own fonts'] },
    {
      name: 'House',
      price: '€ 99',
      per: 'a month',
      features: ['10,000 pictures', 'Unlimited keys', 'Phone support'],
    },
  ],
  size,
}) {
  const shown = (Array.isArray(plans) ? plans : plans.split('\n')).filter(Boolean).map(planOf).slice(0, 4);
  const heading = { lineClamp: 2, height: 80, marginBottom: 36, lineHeight: 1.05, letterSpacing: '-0.035em' };
  const isChosen = ({ name }) => String(name).toLowerCase() === String(highlight).toLowerCase();
  return (
    <div tw="flex flex-col w-full h-full" style={{ padding: '56px 64px', background: fog, color: ink }}>
      {title && (
        <div dir="auto" fit={[32, 68]} tw="font-extrabold break-words" style={heading}>
          {title}
        </div>
      )}
      <div tw="flex flex-1 gap-[24px]" style={{ alignItems: size.width === size.height ? 'center' : 'stretch' }}>
        {shown.map((plan) => (
          <Plan key={plan.name} {...plan} most={title ? 3 : 4} look={isChosen(plan) ? chosen : usual} />
        ))}
      </div>
    </div>
  );
}
