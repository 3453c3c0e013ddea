import type { listRenderFailuresResponse } from 'image-url-contract/schemas/on-demand.ts';
import type * as z from 'zod';
import { retainCase } from '../cases/named-cases.ts';
import { openTemplate, values } from '../document/document.ts';
import { kind, listed } from '../gallery/templates.ts';
import { getMessage } from '../session/service.ts';
import { complain, report } from '../shell/notice.tsx';
import { panelName, showEditor } from '../shell/places.ts';
import { words } from '../words.ts';
import { getTemplateName } from './account-templates.ts';
import { getFailedValues } from './failed-values.ts';
import { Entries, Facts, formatMoment } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

type Answer = z.output<typeof listRenderFailuresResponse>;
type Failure = Answer['renderFailures'][number];

const { failures: texts } = words;

/** Returns the studio's key of a template of the account: its id, or its file. */
const getKey = (templateId: string): string | undefined =>
  kind.value === 'service' ? templateId : listed.value?.find((template) => template.templateId === templateId)?.id;

/** Opens the template at fault with the values of the failed image. Values that were set before become a case. */
const open = async ({ templateId, url }: Failure): Promise<void> => {
  const key = getKey(templateId);
  if (key === undefined) return complain(texts.notPushed);
  try {
    await openTemplate(key);
  } catch (error) {
    return complain(getMessage(error));
  }
  const failed = getFailedValues(url);
  const before = values.value;
  const hasOwn = Object.keys(before).length > 0 && JSON.stringify(before) !== JSON.stringify(failed);
  if (failed && hasOwn) retainCase({ name: texts.stored, values: before });
  if (failed) {
    values.value = failed;
    report(hasOwn ? texts.openedWithKept : texts.opened);
  }
  panelName.value = 'variables';
  showEditor();
};

const Row = ({ failure }: { failure: Failure }) => {
  const { kind: severity, code, message, url, templateId, failedAt } = failure;
  return (
    <li>
      <p class="entry-title">
        <span class={`dot ${severity}`} role="img" aria-label={texts[severity]} /> {message}
      </p>
      <Facts facts={[code, getTemplateName(templateId), formatMoment(failedAt)]} />
      <p class="entry-url">{url}</p>
      <div class="entry-actions">
        {templateId !== '' && (
          <button type="button" onClick={() => open(failure)}>
            {texts.open}
          </button>
        )}
        <a class="button quiet" href={url} target="_blank" rel="noreferrer">
          {texts.openImage}
        </a>
      </div>
    </li>
  );
};

/** Images that could not be rendered, and warnings, the latest first. */
export const FailuresSection = () => {
  const { value, problem, reload } = useLoaded<Answer>('/v1/render-failures');
  return (
    <>
      <p class="lead">{texts.lead}</p>
      <button type="button" onClick={reload}>
        {words.settings.reload}
      </button>
      <Entries
        entries={value?.renderFailures}
        problem={problem}
        none={texts.none}
        label={words.settings.sections.failures}
      >
        {(failure) => <Row key={failure.url} failure={failure} />}
      </Entries>
    </>
  );
};
