import type { listRenderFailuresResponse } from 'image-url-contract/schemas/on-demand.ts';
import type { listSitesResponse, siteResponse } from 'image-url-contract/schemas/site.ts';
import { useState } from 'preact/hooks';
import type * as z from 'zod';
import { ask, getMessage } from '../session/service.ts';
import { imageHost } from '../session/stage.ts';
import { complain, report } from '../shell/notice.tsx';
import { words } from '../words.ts';
import { accountTemplates, getTemplateName } from './account-templates.ts';
import { Copied, Creation, Deletion, Entries, Facts, Field, formatDay, toLimit } from './parts.tsx';
import { may } from './rights.ts';
import { readPath, siteImageUrl, siteTags } from './site-tags.ts';
import { TemplateChoice } from './template-fields.tsx';
import { useLoaded } from './use-loaded.ts';

type Listed = z.output<typeof listSitesResponse>;
type Site = Listed['sites'][number];

const { sites: texts, settings } = words;

const defaultRefreshSeconds = '3600';

const getPaths = (text: string): { paths?: string[] } => {
  const paths = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return paths.length > 0 ? { paths } : {};
};

const Form = ({ onCreated }: { onCreated: () => Promise<void> }) => {
  const [origin, setOrigin] = useState('');
  const [chosen, setChosen] = useState('');
  const [paths, setPaths] = useState('');
  const [dailyRenders, setDailyRenders] = useState('');
  const [refreshSeconds, setRefreshSeconds] = useState(defaultRefreshSeconds);
  const templateId = chosen || accountTemplates.value[0]?._id || '';
  const create = async () => {
    const limits = { ...toLimit('dailyRenders', dailyRenders), ...toLimit('refreshSeconds', refreshSeconds) };
    const body = { origin, templateId, ...getPaths(paths), ...limits };
    const { site } = await ask<z.output<typeof siteResponse>>('POST', '/v1/sites', body);
    report(texts.registered(site.origin));
    setOrigin('');
    await onCreated();
  };
  return (
    <Creation title={texts.create} button={texts.register} onSubmit={create}>
      <Field
        id="site-origin"
        label={texts.origin}
        type="url"
        placeholder="https://example.com"
        value={origin}
        onChange={setOrigin}
      />
      <TemplateChoice id="site-template" label={texts.template} value={templateId} onChange={setChosen} />
      <label class="field" for="site-paths">
        <span>
          {texts.paths} ({settings.optional})
        </span>
        <textarea
          id="site-paths"
          rows={2}
          value={paths}
          placeholder={texts.pathsPlaceholder}
          onInput={(event) => setPaths(event.currentTarget.value)}
        />
      </label>
      <div class="field-row">
        <Field
          id="site-renders"
          label={texts.dailyRenders}
          type="number"
          isOptional
          value={dailyRenders}
          onChange={setDailyRenders}
        />
        <label class="field" for="site-refresh">
          <span>{texts.refresh}</span>
          <select
            id="site-refresh"
            value={refreshSeconds}
            onChange={(event) => setRefreshSeconds(event.currentTarget.value)}
          >
            {Object.entries(texts.hours).map(([seconds, text]) => (
              <option key={seconds} value={seconds}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </div>
    </Creation>
  );
};

/** Returns why an image could not be rendered, as far as the service lists it. */
const getReason = async (url: string): Promise<string> => {
  type Answer = z.output<typeof listRenderFailuresResponse>;
  const answer = await ask<Answer>('GET', '/v1/render-failures').catch(() => undefined);
  return answer?.renderFailures.find((failure) => failure.url === url)?.message ?? texts.unknownReason;
};

interface Check {
  readonly url: string;
  readonly isLoaded?: boolean;
  readonly problem?: string;
}

/** The image of a page as it is delivered, or why there is none. */
const CheckedImage = ({ check, address, onChange }: CheckedImageProps) => {
  const { url, problem, isLoaded } = check;
  if (problem !== undefined)
    return (
      <p class="failure" role="alert">
        {texts.noImage(problem)}
      </p>
    );
  return (
    <p class="checked-image" aria-busy={!isLoaded}>
      {!isLoaded && <span>{texts.showing}</span>}
      <img
        src={url}
        alt={texts.imageOf(address)}
        onLoad={() => onChange({ ...check, isLoaded: true })}
        onError={async () => onChange({ ...check, problem: await getReason(url) })}
      />
    </p>
  );
};
interface CheckedImageProps {
  readonly check: Check;
  readonly address: string;
  readonly onChange: (check: Check) => void;
}

/** Tags, image and refreshing of one page. */
const Page = ({ site: { siteId, origin, templateId } }: { site: Site }) => {
  const [typed, setTyped] = useState('/');
  const [check, setCheck] = useState<Check>();
  const template = accountTemplates.value.find(({ _id }) => _id === templateId);
  const path = readPath(typed);
  const ratio = template?.devicePixelRatio ?? 1;
  const size = template && { width: template.width * ratio, height: template.height * ratio };
  const change = (text: string) => {
    setTyped(text);
    setCheck(undefined);
  };
  const refresh = async () => {
    try {
      await ask('POST', `/v1/sites/${encodeURIComponent(siteId)}/refresh`, { path });
      setCheck(undefined);
      report(texts.willBeRead(path ?? ''));
    } catch (error) {
      complain(getMessage(error));
    }
  };
  const page = { imageHost, siteId, path: path ?? '/', size };
  return (
    <>
      <div class="page-path">
        <Field id={`path-${siteId}`} label={texts.page} value={typed} onChange={change} />
        <button
          type="button"
          disabled={path === undefined || imageHost === ''}
          onClick={() => setCheck({ url: siteImageUrl(page) })}
        >
          {texts.show}
        </button>
        {may('mint') && (
          <button type="button" disabled={path === undefined} onClick={refresh}>
            {texts.readAgain}
          </button>
        )}
      </div>
      {path === undefined && <p class="warning">{texts.badPath}</p>}
      {check && <CheckedImage key={check.url} check={check} address={`${origin}${path ?? ''}`} onChange={setCheck} />}
      {imageHost === '' && <p class="warning">{words.secret.unknownHost}</p>}
      <Copied label={texts.tag} text={siteTags(page)} />
    </>
  );
};

const Row = ({ site, onChange }: { site: Site; onChange: () => Promise<void> }) => {
  const { siteId, origin, templateId, dailyRenders, paths, expiresAt } = site;
  const remove = async () => {
    await ask('DELETE', `/v1/sites/${encodeURIComponent(siteId)}`);
    report(settings.deleted(origin));
    await onChange();
  };
  return (
    <li>
      <p class="entry-title">{origin}</p>
      <Facts
        facts={[
          getTemplateName(templateId),
          paths?.join(' '),
          dailyRenders !== null && words.signingKeys.daily(dailyRenders),
          expiresAt !== null && settings.until(formatDay(expiresAt)),
        ]}
      />
      <Page site={site} />
      <div class="entry-actions">
        <Deletion name={origin} text={texts.confirm} onConfirm={remove} />
      </div>
    </li>
  );
};

/** Sites, whose pages get their images by a tag. */
export const SitesSection = () => {
  const { value, problem, reload } = useLoaded<Listed>('/v1/sites');
  return (
    <>
      <p class="lead">{texts.lead}</p>
      {may('mint') && <Form onCreated={reload} />}
      <Entries entries={value?.sites} problem={problem} none={texts.none} label={settings.sections.sites}>
        {(site) => <Row key={site.siteId} site={site} onChange={reload} />}
      </Entries>
    </>
  );
};
