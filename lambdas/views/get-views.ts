import { dayMs } from 'image-url-contract/days.ts';
import { fail, failWithDetail } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import { coversTemplate } from '../access/delegation.ts';
import { sitePart } from '../domain/views/access-log.ts';
import { countFreeWork } from '../limits/budgets.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Answer, Call, UseCase, WorkPorts } from '../ports/use-case.ts';
import { getSignedUrl } from '../publishing/signed-again.ts';

type Row = Answer<'getViews'>['views'][number];
type ViewPorts = WorkPorts<'getViews'>;

const toDay = (moment: Date): string => moment.toISOString().slice(0, 10);
const usualDays = 30;

/** Returns every day from one to another, both included. */
const getDays = (from: string, to: string): string[] =>
  Array.from({ length: Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1 }, (_, n) =>
    toDay(new Date(Date.parse(from) + n * dayMs)),
  );

/** Days in UTC, both included. */
interface Range {
  readonly from: string;
  readonly to: string;
}

/** Returns the range of a query, 30 days by default. @throws INVALID_QUERY */
const getRange = (runtime: Runtime, { from, to }: Call<'getViews'>['query']): Range => {
  const last = to ?? toDay(runtime.now());
  const first = from ?? toDay(new Date(Date.parse(last) - (usualDays - 1) * dayMs));
  if (first > last) throw failWithDetail('INVALID_QUERY', 'from must not be later than to.');
  if (Date.parse(last) - Date.parse(first) >= limits.viewDays * dayMs)
    throw failWithDetail('INVALID_QUERY', `from and to must be at most ${limits.viewDays} days apart.`);
  return { from: first, to: last };
};

/**
 * Returns a function that names the template of what was counted: of a site image, that of the site now, or '' of a site
 * that was deleted. Undefined for one that is not asked for, or that the API key may not use.
 */
const getNaming = async (ports: ViewPorts, runtime: Runtime, { caller, query }: Call<'getViews'>) => {
  const sites = await ports['sites:list'].of(caller.accountId);
  const templates = new Map(sites.map(({ siteId, templateId }) => [siteId, templateId]));
  return (subject: string): string | undefined => {
    const templateId = subject.startsWith(sitePart) ? (templates.get(subject.slice(sitePart.length)) ?? '') : subject;
    const isWanted = query.templateId === undefined || query.templateId === templateId;
    return isWanted && coversTemplate(runtime.apiKey, templateId) ? templateId : undefined;
  };
};

const sumUp = (counts: Map<string, number>, key: string, count: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + count);
};

const byCount = (a: { readonly count: number }, b: { readonly count: number }): number => b.count - a.count;

/** Counts the rows that are read of an account's own templates and sites. @throws INVALID_QUERY */
const createBound = () => {
  let rows = 0;
  return (): void => {
    rows += 1;
    if (rows > limits.viewRows)
      throw failWithDetail('INVALID_QUERY', 'There are too many templates in these days; ask for fewer days.');
  };
};

/** Returns counts by day, template or platform. @throws INVALID_QUERY */
const getByTemplate = async (ports: ViewPorts, runtime: Runtime, call: Call<'getViews'>, { from, to }: Range) => {
  const { by, limit } = call.query;
  const nameOf = await getNaming(ports, runtime, call);
  const counts = new Map<string, number>(by === 'day' ? getDays(from, to).map((day) => [day, 0]) : []);
  const bound = createBound();
  for await (const row of ports['views:read'].ofTemplates(call.caller.accountId, from, to)) {
    bound();
    const templateId = nameOf(row.subject);
    if (templateId === undefined) continue;
    for (const [platform, count] of row.counts)
      if (count > 0) sumUp(counts, by === 'day' ? row.day : by === 'platform' ? platform : templateId, count);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const field = { day: 'day', platform: 'platform', template: 'templateId', image: 'url' }[by];
  const rows = [...counts].map(([name, count]) => ({ [field]: name, count }) as Row);
  return { views: by === 'day' ? rows : rows.sort(byCount).slice(0, limit), total };
};

/**
 * Returns counts by image, each with its URL, signed again because tables store no signatures. The latest
 * `limits.viewRows` rows are read. What has no row, or none that is read, is one row: the views by template without those.
 *
 * @throws TOO_MANY_REQUESTS
 */
const getByImage = async (ports: ViewPorts, runtime: Runtime, call: Call<'getViews'>, { from, to }: Range) => {
  const { keyring } = ports['keyring:read'];
  const { imageUrl } = ports['settings:urls'];
  await countFreeWork(ports, runtime, call.caller, 'imageViewDays', getDays(from, to).length);
  const [nameOf, keys] = await Promise.all([getNaming(ports, runtime, call), keyring(runtime)]);
  const images = new Map<string, { templateId: string; signed: { query: string; keyId: string }; count: number }>();
  let rows = 0;
  for await (const { subject, signed, views } of ports['views:read'].ofImages(call.caller.accountId, from, to)) {
    rows += 1;
    if (rows > limits.viewRows) break;
    const templateId = nameOf(subject);
    if (templateId === undefined) continue;
    const key = `${signed.keyId} ${signed.query}`;
    const known = images.get(key) ?? { templateId, signed, count: 0 };
    known.count += views;
    images.set(key, known);
  }
  const all = [...images.values()].sort(byCount);
  const views = all.slice(0, call.query.limit).map(({ templateId, signed, count }): Row => {
    const url = getSignedUrl(signed, keys, imageUrl);
    return { templateId, ...(url !== undefined && { url }), count };
  });
  const byTemplate = { ...call, query: { ...call.query, by: 'template' } } as const;
  const { total } = await getByTemplate(ports, runtime, byTemplate, { from, to });
  const named = all.reduce((sum, { count }) => sum + count, 0);
  // views of a log count by template first
  const others = Math.max(0, total - named);
  return { views: others > 0 ? [...views, { others: true as const, count: others }] : views, total: named + others };
};

/**
 * Returns how often images were fetched, from the access logs that were read so far.
 *
 * @throws VIEWS_NOT_COUNTED; INVALID_QUERY for a range without order or end, and for images where they are not counted;
 * TOO_MANY_REQUESTS
 */
export const getViews: UseCase<'getViews'> = async (ports, runtime, call) => {
  const { setting, latest } = ports['views:read'];
  const { by } = call.query;
  if (setting === 'off') throw fail('VIEWS_NOT_COUNTED');
  if (by === 'image' && setting !== 'images')
    throw failWithDetail('INVALID_QUERY', 'by=image: this service counts views by template, not by image.');
  const { from, to } = getRange(runtime, call.query);
  const counting = by === 'image' ? getByImage : getByTemplate;
  const [{ views, total }, at] = await Promise.all([counting(ports, runtime, call, { from, to }), latest()]);
  // the hour of the latest request may not be complete
  const until = at && new Date(at.getTime() - (at.getTime() % 3_600_000)).toISOString();
  return { from, to, by, views, total, until: until ?? null };
};
