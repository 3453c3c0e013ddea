// Metric: one number, and the bars that led to it. `values` is a list of numbers or a text "12, 18, 9".

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const pine = '#05231E';
const moss = '#14493F';
const lime = '#C9F560';
const sage = '#A9C7BD';

/** Bars up from zero, or from the lowest value where that is below zero; the last one is what the card is about. */
function Bars({ values, height }) {
  const floor = Math.min(0, ...values);
  const range = Math.max(...values) - floor || 1;
  const last = values.length - 1;
  const look = (value, n) => ({
    height: 10 + ((height - 10) * (value - floor)) / range,
    background: n === last ? lime : moss,
  });
  return (
    <div tw="absolute flex items-end" style={{ left: 72, right: 72, bottom: 0, height, gap: `${20 / last}%` }}>
      {values.map((value, n) => (
        <div key={n} tw="flex-1" style={look(value, n)} />
      ))}
    </div>
  );
}

export default function Metric({
  value = '48.2k',
  label = 'pictures drawn every day',
  change = '+ 38 %',
  period = 'since January',
  source = 'Harbour in numbers',
  values = [14, 15, 13, 17, 19, 18, 22, 21, 26, 25, 31, 30, 36, 42, 41, 48],
  size,
}) {
  const parts = Array.isArray(values) ? values : values.split(/[\s,;]+/).filter(Boolean);
  const series = parts.map(Number).filter(Number.isFinite).slice(-40);
  const number = { lineClamp: 3, color: lime, height: 224, margin: '14px 0', lineHeight: 1, letterSpacing: '-0.055em' };
  const words = { lineClamp: 3, width: 900, maxHeight: 100, lineHeight: 1.05, letterSpacing: '-0.03em' };
  return (
    <div
      tw="relative flex flex-col w-full h-full overflow-hidden text-white"
      style={{ padding: '60px 72px', background: pine }}
    >
      {series.length > 1 && <Bars values={series} height={size.height > 630 ? 520 : 190} />}
      <div tw="flex gap-[14px] text-[30px] leading-[1.2]" style={{ color: sage }}>
        <div tw="flex-1 font-semibold truncate">{source}</div>
        <div tw="shrink-0 font-extrabold truncate max-w-[300px]" style={{ color: lime }}>
          {change}
        </div>
        <div tw="truncate max-w-[480px]">{period}</div>
      </div>
      <div dir="auto" fit={[64, 224]} tw="font-black relative break-words" style={number}>
        {value}
      </div>
      <div dir="auto" fit={[30, 56]} tw="font-bold relative break-words" style={words}>
        {label}
      </div>
    </div>
  );
}
