import type { PageTags } from 'image-url-contract/sites/page-tags.ts';
import { defaultFields, findSiteImages, toPageVariables } from 'image-url-contract/sites/page-variables.ts';
import { isLoopback } from 'image-url-engine/trees.ts';
import { pages } from 'image-url-outside/pages.ts';
import { getService } from '../api.ts';
import { readTemplate } from '../bundling.ts';
import { readProject } from '../config.ts';
import type { Answer, Context } from '../context.ts';
import { exitCodes, Failure, wrongUse } from '../failure.ts';
import { chosenTemplates } from '../files.ts';
import { openLocalService } from '../local-service.ts';
import { plain, table } from '../output.ts';

export interface SiteCheckOptions {
  readonly template?: string;
}

/** Returns a template's variables. @throws Failure for a file that does not compile */
const getVariables = async (context: Context, given: string) => {
  const project = readProject(context);
  const [file] = await chosenTemplates(project, context.cwd, [given]);
  if (!file) throw wrongUse('NO_SUCH_FILE', `There is no file ${given}.`);
  const { code } = await readTemplate(project.root, file.path, context.cwd);
  const service = openLocalService(context, () => project);
  try {
    const { options, variables, errors } = await service.check({ code });
    if (options) return variables;
    throw new Failure('NOT_COMPILED', `${given} does not compile: ${errors[0]?.message}`, exitCodes.findings);
  } finally {
    await service.close();
  }
};

const readAddress = (given: string): URL => {
  const url = URL.parse(given);
  const isLocal = url?.protocol === 'http:' && isLoopback(url);
  if (url && url.search === '' && (url.protocol === 'https:' || isLocal)) return url;
  throw wrongUse(
    'INVALID_URL',
    `${given} is not an address of a page of a site: it begins with https:// and has no query; http is for this machine only.`,
  );
};

/**
 * `image-url site refresh`: has the service read a page again with the next request for its image.
 *
 * @throws Failure when the account has no site for the origin of the page
 */
export const siteRefresh = async (context: Context, given: string): Promise<Answer> => {
  const { origin, pathname } = readAddress(given);
  const service = getService(context);
  const { sites } = await service.call('listSites');
  const site = sites.find((one) => one.origin === origin);
  if (!site) throw wrongUse('NO_SUCH_SITE', `The account has no site for ${origin}.`);
  const refreshed = await service.call('refreshSite', { path: { siteId: site.siteId }, body: { path: pathname } });
  const text = `${plain(refreshed.path)} is read again with the next request for its image; caches may show the last one for five minutes`;
  return { json: { ok: true, ...refreshed }, text };
};

const describeEnd = ({ headEndedBy }: PageTags): string =>
  headEndedBy === undefined ? '' : `; the head ends at <${headEndedBy}>, which cannot stand in it`;

/** `image-url site check`: fetches a page like the service does, and prints the variables that it finds. */
export const siteCheck = async (context: Context, given: string, { template }: SiteCheckOptions): Promise<Answer> => {
  const { output } = context;
  const url = readAddress(given);
  const fetched = await pages({ hasLoopback: isLoopback(url) }).fetch(url.href);
  if (!fetched.ok) throw new Failure('UNREACHABLE', `The page cannot be used: ${fetched.reason}.`, exitCodes.service);
  const wanted: readonly { readonly name: string; readonly defaultValue?: string }[] =
    template === undefined
      ? Object.keys(defaultFields).map((name) => ({ name }))
      : await getVariables(context, template);
  const variables = toPageVariables(fetched.tags, wanted, {});
  const images = findSiteImages(fetched.tags);
  const missing =
    template === undefined ? [] : wanted.map(({ name }) => name).filter((name) => !Object.hasOwn(variables, name));
  const problems = [
    ...(images.length > 0
      ? []
      : [`no og:image or twitter:image in <head> names a site image (/v1/s/...)${describeEnd(fetched.tags)}`]),
    ...missing.map((name) => `the page says nothing of ${name}: the default is shown`),
  ];
  const lines = [
    output.style('bold', plain(url.href)),
    table(Object.entries(variables).map(([name, value]) => [name, plain(String(value))])),
    ...images.map((path) => `image  ${plain(path)}`),
    ...problems.map((problem) => `${output.style('yellow', 'missing')}: ${problem}`),
  ];
  const ok = images.length > 0;
  return { json: { ok, url: url.href, variables, images, missing }, text: lines.join('\n'), exitCode: ok ? 0 : 1 };
};
