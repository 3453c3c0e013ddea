// Chart: a line over time, with axes. `values` and `labels` are lists, or texts "12, 18, 9". The command line bundles
// the function that chooses round numbers for the axis.

import { nice, ticks } from 'd3-array';

const sizes = { og: [1200, 630], square: [1080, 1080] };
export const options = { sizes, format: 'webp', quality: 90, fontFamily: 'Inter', preflight: true };

const [paper, ink, slate, sky, grid] = ['#F4F7FB', '#10233F', '#5B6F8C', '#0A7CFF', '#D5DEEA'];

const toList = (value) => (Array.isArray(value) ? value : String(value).split(/\s*[,;]\s*/));
const toNumber = (value) => {
  if (/\d/.test(value) && Number.isFinite(Number(value))) return Number(value);
  throw new Error(`values: ${JSON.stringify(value)} is not a number`);
};
const toMark = (value, unit) => value.toLocaleString('en', { maximumSignificantDigits: 12 }) + unit;

function Plot({ values, labels, width, height, unit }) {
  const floor = Math.min(0, ...values);
  const [low, high] = nice(floor, Math.max(0, ...values) || (floor < 0 ? 0 : 1), 5);
  const marks = ticks(low, high, 5);
  const left = Math.max(96, ...marks.map((value) => 24 + 15 * toMark(value, unit).length));
  const [top, right, bottom] = [24, width - 28, height - 48];
  const x = (n) => left + ((right - left) * n) / Math.max(1, values.length - 1);
  const y = (value) => bottom - ((bottom - top) * (value - low)) / (high - low);
  const line = values.map((value, n) => `${x(n)},${y(value)}`).join(' ');
  const every = Math.ceil(labels.length / (width > 1000 ? 12 : 8));
  const last = values.length - 1;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {marks.map((value) => (
        <g key={value}>
          <path d={`M${left} ${y(value)}H${right}`} stroke={grid} strokeWidth={value === 0 ? 4 : 2} />
          <text x={left - 16} y={y(value)} fontSize={24} fill={slate} textAnchor="end" dominantBaseline="middle">
            {toMark(value, unit)}
          </text>
        </g>
      ))}
      {labels.map((label, n) =>
        n % every === 0 && n <= last ? (
          <text key={n} x={x(n)} y={height - 8} fontSize={24} fill={slate} textAnchor="middle">
            {label}
          </text>
        ) : null,
      )}
      <polygon points={`${x(0)},${y(0)} ${line} ${x(last)},${y(0)}`} fill={sky} fillOpacity={0.12} />
      <polyline points={line} fill="none" stroke={sky} strokeWidth={7} strokeLinejoin="round" strokeLinecap="round" />
      <circle cx={x(last)} cy={y(values[last])} r={13} fill={sky} stroke={paper} strokeWidth={5} />
    </svg>
  );
}

export default function Chart({
  title = 'Ferries carry three times as many people',
  subtitle = 'Passengers a day, in thousands',
  values = [12, 14, 13, 18, 22, 27, 34, 36, 31, 29, 33, 41],
  labels = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  unit = 'k',
  source = 'Harbour authority, 2026',
  size,
}) {
  const series = values === '' ? [] : toList(values).map(toNumber);
  const isSquare = size.width === size.height;
  return (
    <div
      tw="flex flex-col w-full h-full overflow-hidden"
      style={{ padding: '52px 64px', background: paper, color: ink }}
    >
      <div
        dir="auto"
        fit={[36, 60]}
        tw="font-extrabold text-balance break-words"
        style={{ maxHeight: isSquare ? 200 : 126, lineClamp: 3, lineHeight: 1.05, letterSpacing: '-0.03em' }}
      >
        {title}
      </div>
      <div tw="truncate" style={{ fontSize: 28, lineHeight: 1.3, margin: '10px 0 0', color: slate }}>
        {subtitle}
      </div>
      <div tw="flex flex-1 items-end">
        {series.length > 0 && (
          <Plot
            values={series}
            labels={toList(labels)}
            width={size.width - 128}
            height={isSquare ? 680 : 310}
            unit={unit}
          />
        )}
      </div>
      <div tw="truncate text-right" style={{ fontSize: 22, marginTop: 20, color: slate }}>
        {source}
      </div>
    </div>
  );
}
