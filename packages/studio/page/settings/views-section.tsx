import type { getViewsResponse } from 'image-url-contract/schemas/views.ts';
import type { z } from 'zod';
import { viewsTemplateId } from '../shell/places.ts';
import { words } from '../words.ts';
import { getTemplateName } from './account-templates.ts';
import { getImageName } from './image-name.ts';
import { formatDay, formatMoment } from './parts.tsx';
import { TemplateChoice } from './template-fields.tsx';
import { useLoaded } from './use-loaded.ts';

const { views: texts } = words;

type Views = z.output<typeof getViewsResponse>;
type Row = Views['views'][number];

/** Number of images that are listed. */
const listed = 10;

/** Bars for the days of a range, in the height of their counts. */
const Days = ({ days }: { days: readonly Row[] }) => {
  const highest = Math.max(1, ...days.map(({ count }) => count));
  return (
    <ol class="days" aria-label={texts.byDay}>
      {days.map(({ day = '', count }) => (
        <li key={day} title={texts.ofDay(formatDay(day), count)}>
          <span class="hidden">{texts.ofDay(formatDay(day), count)}</span>
          <span class="bar" style={{ height: `${(100 * count) / highest}%` }} />
        </li>
      ))}
    </ol>
  );
};

interface TableProps {
  readonly title: string;
  readonly path: string;
  readonly getName: (row: Row) => string;
}

/** Counts in a table, the highest first. */
const Counts = ({ title, path, getName }: TableProps) => {
  const { value, problem } = useLoaded<Views>(path);
  return (
    <section>
      <h2>{title}</h2>
      {problem && <p class="empty">{problem}</p>}
      {value?.views.length === 0 && <p class="empty">{texts.none}</p>}
      {value && value.views.length > 0 && (
        <table class="counts" aria-label={title}>
          <tbody>
            {value.views.map((row, n) => (
              <tr key={row.url ?? `${n} ${getName(row)}`}>
                <th scope="row">{row.url ? <a href={row.url}>{getName(row)}</a> : getName(row)}</th>
                <td>{row.count.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};

/** How often images were fetched in the last 30 days: by day, platform and template, and the most fetched images. */
export const ViewsSection = () => {
  const templateId = viewsTemplateId.value;
  const only = templateId === '' ? '' : `&templateId=${encodeURIComponent(templateId)}`;
  const { value, problem } = useLoaded<Views>(`/v1/views?by=day${only}`);
  if (problem) return <p class="empty">{problem}</p>;
  if (!value) return <p class="empty">{words.settings.loading}</p>;
  return (
    <>
      <p class="lead">
        {texts.lead(formatDay(value.from), formatDay(value.to), value.total)}{' '}
        {value.until ? texts.until(formatMoment(value.until)) : texts.nothingYet}
      </p>
      <TemplateChoice
        id="views-template"
        label={texts.template}
        value={templateId}
        onChange={(id) => (viewsTemplateId.value = id)}
        none={texts.all}
      />
      <Days days={value.views} />
      <Counts
        title={texts.byPlatform}
        path={`/v1/views?by=platform${only}`}
        getName={({ platform = 'other' }) => texts.platforms[platform]}
      />
      {only === '' && (
        <Counts
          title={texts.byTemplate}
          path="/v1/views?by=template"
          getName={({ templateId: id = '' }) => (id === '' ? texts.deletedSites : getTemplateName(id))}
        />
      )}
      <Counts
        title={texts.byImage}
        path={`/v1/views?by=image&limit=${listed}${only}`}
        getName={({ url, templateId: id = '' }) => getImageName(getTemplateName(id), url)}
      />
      <p class="note">{texts.known}</p>
    </>
  );
};
