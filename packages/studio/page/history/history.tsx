import type { GetTemplateResponse, ListVersionsResponse } from 'image-url-contract/schemas/template.ts';
import { useEffect, useState } from 'preact/hooks';
import { draft, duplicate, isSaved, reload } from '../document/document.ts';
import { kind } from '../gallery/templates.ts';
import { ask, getMessage, isAborted } from '../session/service.ts';
import { discarded } from '../shell/discard-dialog.tsx';
import { Icon } from '../shell/icons.tsx';
import { complain, report } from '../shell/notice.tsx';
import { comparedVersion, dialog } from '../shell/places.ts';
import { words } from '../words.ts';
import { Comparison } from './comparison.tsx';

const { versions: texts } = words;

type Version = ListVersionsResponse['versions'][number];

const getPath = (id: string): string => `/v1/templates/${encodeURIComponent(id)}/versions`;

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
      await ask('POST', `${getPath(id)}/${n}/restore`);
      await reload();
      report(texts.restored(n));
    } catch (error) {
      complain(getMessage(error));
    }
  };
  return (
    <li class="version">
      <span class="number">{texts.version(n)}</span>
      <time dateTime={createdAt}>{when.format(new Date(createdAt))}</time>
      {isCurrent && <span class="current">{texts.current}</span>}
      <span class="gap" />
      <button type="button" aria-expanded={isOpen} onClick={onOpen}>
        {texts.compare}
        <span class="hidden"> {texts.withVersion(n)}</span>
      </button>
      <button
        type="button"
        disabled={isCurrent || !isSaved.value}
        title={isSaved.value ? '' : texts.saveFirst}
        onClick={restore}
      >
        {texts.restore}
        <span class="hidden"> {texts.ofVersion(n)}</span>
      </button>
    </li>
  );
};

/** Versions of the template, each compared with the editor's text. */
export const History = () => {
  const { id, revision } = draft.value ?? {};
  const [versions, setVersions] = useState<readonly Version[]>();
  const [compared, setCompared] = useState<{ version: number; code: string }>();
  const version = comparedVersion.value;
  useEffect(() => {
    setCompared(undefined);
    if (id === undefined || version === undefined || kind.value === 'files') return undefined;
    const given = new AbortController();
    ask<GetTemplateResponse>('GET', `${getPath(id)}/${version}`, undefined, given.signal)
      .then(({ template }) => setCompared({ version, code: template.code }))
      .catch((error) => isAborted(error) || complain(getMessage(error)));
    return () => given.abort();
  }, [id, version]);
  useEffect(() => setVersions(undefined), [id]);
  // after a save the list stays until the longer one is there, so that nothing below it moves twice
  useEffect(() => {
    if (id === undefined || kind.value === 'files') return undefined;
    const given = new AbortController();
    ask<ListVersionsResponse>('GET', getPath(id), undefined, given.signal)
      .then((answer) => setVersions(answer.versions))
      .catch((error) => isAborted(error) || complain(getMessage(error)));
    return () => given.abort();
  }, [id, revision]);
  if (id === undefined) return <p class="empty">{texts.none}</p>;
  const discard = () => {
    discarded.value = undefined;
    dialog.value = 'discard';
  };
  return (
    <div class="history">
      {compared && <Comparison key={compared.version} {...compared} />}
      <ul>
        {versions?.map((row) => (
          <Row
            key={row.version}
            id={id}
            version={row}
            isOpen={version === row.version}
            onOpen={() => {
              comparedVersion.value = version === row.version ? undefined : row.version;
            }}
          />
        ))}
      </ul>
      {!isSaved.value && (
        <button type="button" class="quiet" onClick={discard}>
          <Icon name="undo" /> {texts.discard}
        </button>
      )}
      <button type="button" class="quiet" onClick={duplicate}>
        <Icon name="copy" /> {words.palette.commands.duplicate}
      </button>
      <button type="button" class="quiet" onClick={() => (dialog.value = 'delete')}>
        <Icon name="trash" /> {texts.delete}
      </button>
    </div>
  );
};
