import { useEffect, useState } from 'preact/hooks';
import type { GetTemplateResponse, ListVersionsResponse } from '../../../lambdas/contract/schemas/template.ts';
import { draft, isSaved, reload } from '../document.ts';
import { Icon } from '../icons.tsx';
import { complain, tell } from '../notice.tsx';
import { dialog } from '../places.ts';
import { ask, messageOf } from '../service.ts';
import { kind } from '../templates.ts';
import { Comparison } from './comparison.tsx';

type Version = ListVersionsResponse['versions'][number];

const pathOf = (id: string): string => `/v1/templates/${encodeURIComponent(id)}/versions`;

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const Row = ({
  id,
  version,
  isOpen,
  onOpen,
}: {
  id: string;
  version: Version;
  isOpen: boolean;
  onOpen: () => void;
}) => {
  const { version: n, createdAt, isCurrent } = version;
  const restore = async () => {
    try {
      await ask('POST', `${pathOf(id)}/${n}/restore`);
      await reload();
      tell(`Version ${n} is back, as a new version`);
    } catch (error) {
      complain(messageOf(error));
    }
  };
  return (
    <li class="version">
      <span class="number">Version {n}</span>
      <time dateTime={createdAt}>{when.format(new Date(createdAt))}</time>
      {isCurrent && <span class="current">current</span>}
      <span class="gap" />
      <button type="button" aria-expanded={isOpen} onClick={onOpen}>
        Compare<span class="hidden"> with version {n}</span>
      </button>
      <button
        type="button"
        disabled={isCurrent || !isSaved.value}
        title={isSaved.value ? '' : 'Save what is in the editor first'}
        onClick={restore}
      >
        Restore<span class="hidden"> version {n}</span>
      </button>
    </li>
  );
};

/** Every version of the template, each beside what is in the editor. */
export const History = () => {
  const { id, revision } = draft.value ?? {};
  const [versions, setVersions] = useState<readonly Version[]>();
  const [compared, setCompared] = useState<{ version: number; code: string }>();
  const compare = async (version: number) => {
    try {
      const { template } = await ask<GetTemplateResponse>('GET', `${pathOf(id ?? '')}/${version}`);
      setCompared({ version, code: template.code });
    } catch (error) {
      complain(messageOf(error));
    }
  };
  useEffect(() => {
    setCompared(undefined);
    setVersions(undefined);
    if (id === undefined || kind.value === 'files') return;
    ask<ListVersionsResponse>('GET', pathOf(id))
      .then((answer) => setVersions(answer.versions))
      .catch((error) => complain(messageOf(error)));
  }, [id, revision]);
  if (id === undefined) return <p class="empty">The history begins when the template is saved.</p>;
  return (
    <div class="history">
      {compared && <Comparison key={compared.version} {...compared} />}
      <ul>
        {versions?.map((version) => (
          <Row
            key={version.version}
            id={id}
            version={version}
            isOpen={compared?.version === version.version}
            onOpen={() => (compared?.version === version.version ? setCompared(undefined) : compare(version.version))}
          />
        ))}
      </ul>
      <button type="button" class="quiet" onClick={() => (dialog.value = 'delete')}>
        <Icon name="trash" /> Delete this template…
      </button>
    </div>
  );
};
