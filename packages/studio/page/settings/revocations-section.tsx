import type { createRevocationResponse, listRevocationsResponse } from 'image-url-contract/schemas/revocation.ts';
import { useState } from 'preact/hooks';
import type * as z from 'zod';
import { ask, getMessage } from '../session/service.ts';
import { complain, report } from '../shell/notice.tsx';
import { words } from '../words.ts';
import { getTemplateName } from './account-templates.ts';
import { Entries, Facts, Field, formatDay, formatMoment } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

type Listed = z.output<typeof listRevocationsResponse>;
type Revocation = Listed['revocations'][number];

const { revocations: texts } = words;

const getTitle = ({ url, signingKeyId, templateId, version, upToVersion }: Revocation): string => {
  if (url !== undefined) return url;
  if (signingKeyId !== undefined) return texts.signingKey(signingKeyId);
  const versions =
    version === undefined ? upToVersion !== undefined && texts.upTo(upToVersion) : texts.version(version);
  return [texts.template(getTemplateName(templateId)), versions].filter(Boolean).join(', ');
};

/** URLs that are revoked. */
export const RevocationsSection = () => {
  const { value, problem, reload } = useLoaded<Listed>('/v1/revocations');
  const [url, setUrl] = useState('');
  const [failure, setFailure] = useState('');
  const revoke = async (event: Event) => {
    event.preventDefault();
    setFailure('');
    try {
      const body = { url: url.trim() };
      const { effectiveBy } = await ask<z.output<typeof createRevocationResponse>>('POST', '/v1/revocations', body);
      report(texts.revoked(formatMoment(effectiveBy)));
      setUrl('');
      await reload();
    } catch (error) {
      setFailure(getMessage(error));
    }
  };
  const lift = async (revocationId: string) => {
    try {
      await ask('DELETE', `/v1/revocations/${encodeURIComponent(revocationId)}`);
      report(texts.lifted);
      await reload();
    } catch (error) {
      complain(getMessage(error));
    }
  };
  return (
    <>
      <p class="lead">{texts.lead}</p>
      <form class="creation" onSubmit={revoke} aria-label={texts.revoke}>
        <Field id="revoked-url" label={texts.url} type="url" value={url} onChange={setUrl} />
        {failure && (
          <p class="failure" role="alert">
            {failure}
          </p>
        )}
        <div class="choices">
          <button type="submit" class="danger" disabled={url.trim() === ''}>
            {texts.revoke}
          </button>
        </div>
      </form>
      <Entries
        entries={value?.revocations}
        problem={problem}
        none={texts.none}
        label={words.settings.sections.revocations}
      >
        {(revocation) => (
          <li key={revocation.revocationId}>
            <p class="entry-title">{getTitle(revocation)}</p>
            <Facts
              facts={[
                words.settings.created(formatMoment(revocation.createdAt)),
                texts.until(formatDay(revocation.expiresAt)),
                revocation.by === 'operator' && texts.byOperator,
              ]}
            />
            {revocation.by === 'account' && (
              <div class="entry-actions">
                <button type="button" onClick={() => lift(revocation.revocationId)}>
                  {texts.lift}
                </button>
              </div>
            )}
          </li>
        )}
      </Entries>
    </>
  );
};
