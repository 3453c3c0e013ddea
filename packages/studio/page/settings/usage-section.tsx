import type { UsageResponse } from 'image-url-contract/schemas/usage.ts';
import { useEffect } from 'preact/hooks';
import { getReachedLimits } from '../session/reached-limits.ts';
import { loadUsage, usage } from '../session/usage.ts';
import { words } from '../words.ts';
import { formatDay } from './parts.tsx';

const { usage: texts } = words;

const count = (units: number): string => units.toLocaleString('en');

const Meter = ({ label, units }: { label: string; units: UsageResponse['imageMints'] }) => {
  const { used, limit, remaining } = units;
  const text =
    limit === null || remaining === null
      ? texts.unlimited(count(used))
      : texts.limited(count(used), count(limit), count(remaining));
  return (
    <div class="meter">
      <h2>{label}</h2>
      {limit !== null && <meter aria-label={label} min={0} max={limit} high={limit * 0.8} value={used} />}
      <p>{text}</p>
    </div>
  );
};

/** Units of the month, and the usage events that were sent. */
export const UsageSection = () => {
  useEffect(() => void loadUsage(), []);
  const now = usage.value;
  if (!now) return <p class="empty">{words.settings.loading}</p>;
  const reached = getReachedLimits(now.events, new Date());
  return (
    <>
      <p class="lead">
        {texts.plan(now.plan, now.status)} {texts.lead(formatDay(now.period.start), formatDay(now.period.end))}
      </p>
      <div class="meters">
        <Meter label={texts.mints} units={now.imageMints} />
        <Meter label={texts.generations} units={now.aiGenerations} />
      </div>
      <h2>{texts.events}</h2>
      {reached.length === 0 && <p class="empty">{texts.noEvents}</p>}
      <ul class="entries" aria-label={texts.events} hidden={reached.length === 0}>
        {reached.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
};
