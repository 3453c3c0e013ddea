import { useEffect, useState } from 'preact/hooks';
import type { MintedUrl } from '../../../client/src/minting.ts';
import { code, draft, values } from '../document/document.ts';
import { kind, listed } from '../gallery/templates.ts';
import { answer, chosenSize, shown, sizes, variables } from '../image/checking.ts';
import { getSaying } from '../image/saying.ts';
import { ask, getMessage } from '../session/service.ts';
import { baseUrl, imageHost } from '../session/stage.ts';
import { envBlock } from '../settings/env-block.ts';
import { Copied, CopyButton } from '../settings/parts.tsx';
import { loadRights, may } from '../settings/rights.ts';
import { type CreatedSigningKey, SigningEnvironment } from '../settings/signing-keys-section.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { closeDialog } from '../shell/places.ts';
import { Tabs } from '../shell/tabs.tsx';
import { getDefault } from '../variables/kinds.ts';
import { words } from '../words.ts';
import { codeForPages, type PageImage } from './code-for-pages.ts';
import { isBusy, mint, minted } from './minting.ts';
import { getSnippets, type Snippet } from './tags-to-copy.ts';

const { mint: texts } = words;

const Snippets = ({ label, snippets }: { label: string; snippets: readonly Snippet[] }) => {
  const [at, setAt] = useState(0);
  const chosen = snippets[at] ?? snippets[0];
  if (!chosen) return null;
  return (
    <Tabs label={label} titles={snippets.map(({ title }) => title)} at={at} onChange={setAt}>
      <div class="snippet-head">
        <p class="note">{chosen.note}</p>
        <CopyButton text={chosen.text} isPrimary />
      </div>
      <pre tabIndex={0}>{chosen.text}</pre>
    </Tabs>
  );
};

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

/** Returns the id of the open template in the service; undefined for a file that was not pushed. */
const getTemplateId = (): string | undefined => {
  const id = draft.value?.id;
  return kind.value === 'files' ? listed.value?.find((template) => template.id === id)?.templateId : id;
};

/** Returns the displayed image, with the values that it shows. */
const getPageImage = (templateId: string): PageImage => {
  const { width = 1200, height = 630, devicePixelRatio = 1, format = 'webp' } = answer.value?.options ?? {};
  return {
    ...{ templateId, width, height, devicePixelRatio, format, sizes: sizes.value, size: chosenSize.value },
    variables: variables.value.map((variable) => {
      const { name } = variable;
      return { name, value: values.value[name] ?? getDefault(variable, code.value) };
    }),
  };
};

/** The environment of a site that signs: with a new key, or without one. */
const SigningKey = ({ created, onCreated }: SigningKeyProps) => {
  const [problem, setProblem] = useState('');
  const create = async () => {
    try {
      const body = { name: draft.value?.savedName };
      onCreated(await ask<CreatedSigningKey>('POST', '/v1/signing-keys', body));
    } catch (error) {
      setProblem(getMessage(error));
    }
  };
  if (created)
    return (
      <>
        <p class="note">{words.secret.once}</p>
        <SigningEnvironment signingKey={created.signingKey} />
      </>
    );
  return (
    <>
      <Copied label={words.secret.environment} text={envBlock({ baseUrl, imageHost, signingKey: '' })} />
      {imageHost === '' && <p class="warning">{words.secret.unknownHost}</p>}
      {may('keys:write') && may('mint') ? (
        <p>
          <button type="button" onClick={create}>
            {texts.newKey}
          </button>
        </p>
      ) : (
        <p class="note">{texts.keyInSettings}</p>
      )}
      {problem && (
        <p class="failure" role="alert">
          {problem}
        </p>
      )}
    </>
  );
};
interface SigningKeyProps {
  readonly created: CreatedSigningKey | undefined;
  readonly onCreated: (created: CreatedSigningKey) => void;
}

/** The URL of this image, and the tags for a page. */
const Minted = ({ image, templateId }: { image: MintedUrl; templateId: string }) => {
  const [alt, setAlt] = useState(getSaying);
  const [snippets, setSnippets] = useState<readonly Snippet[]>([]);
  useEffect(() => void getSnippets(templateId, image, alt).then(setSnippets), [image.url, alt]);
  const { url, width, height, contentType, expiresAt } = image;
  return (
    <>
      <p class="note">
        {texts.unit(`${width} × ${height} ${contentType.slice('image/'.length).toUpperCase()}`)}{' '}
        {texts.until(day.format(expiresAt))}
      </p>
      <p class="minted">
        <a href={url} target="_blank" rel="noreferrer">
          <img src={url} style={{ '--ratio': width / height }} alt={texts.preview} />
        </a>
      </p>
      <label class="field" for="alt">
        <span>{texts.alt}</span>
        <input id="alt" type="text" value={alt} onInput={(event) => setAlt(event.currentTarget.value)} />
      </label>
      <Snippets label={texts.tags} snippets={snippets} />
    </>
  );
};

/** Mints the displayed image when it is asked for. */
const ThisImage = ({ templateId }: { templateId: string }) => {
  const [problem, setProblem] = useState('');
  const image = minted.value;
  if (image) return <Minted key={image.url} image={image} templateId={templateId} />;
  const get = async () => {
    setProblem('');
    await mint().catch((error) => setProblem(getMessage(error)));
  };
  const preview = shown.value;
  return (
    <>
      <p class="note">{texts.image}</p>
      {preview && (
        <p class="minted">
          <img src={preview.url} style={{ '--ratio': preview.width / preview.height }} alt={texts.preview} />
        </p>
      )}
      <p>
        <button type="button" class="primary" disabled={isBusy.value} onClick={get}>
          {isBusy.value ? texts.minting : texts.mintIt}
        </button>
      </p>
      {problem && (
        <p class="failure" role="alert">
          {problem}
        </p>
      )}
    </>
  );
};

/** Code that gives each page an image, and on request the URL of the displayed one. */
export const MintDialog = () => {
  const [at, setAt] = useState(0);
  const [created, setCreated] = useState<CreatedSigningKey>();
  useEffect(() => {
    // without them it offers no new key
    loadRights().catch(() => undefined);
  }, []);
  const templateId = getTemplateId();
  if (templateId === undefined)
    return (
      <Dialog title={texts.title} onClose={closeDialog}>
        <p>{texts.notPushed(draft.value?.id ?? '')}</p>
      </Dialog>
    );
  const image = getPageImage(templateId);
  return (
    <Dialog title={texts.title} size="large" onClose={closeDialog}>
      <div class="snippets">
        <Tabs label={texts.what} titles={Object.values(texts.tabs)} at={at} onChange={setAt}>
          {at === 0 && (
            <>
              <p class="note">{texts.sign}</p>
              <Snippets label={texts.framework} snippets={codeForPages(image, 'sign')} />
              <SigningKey created={created} onCreated={setCreated} />
            </>
          )}
          {at === 1 && (
            <>
              <p class="note">{texts.mint}</p>
              <Snippets label={texts.framework} snippets={codeForPages(image, 'mint')} />
              <Copied label={words.secret.environment} text={envBlock({ baseUrl, imageHost, apiKey: '' })} />
              <p class="note">{texts.apiKey}</p>
            </>
          )}
          {at === 2 && <ThisImage templateId={templateId} />}
        </Tabs>
      </div>
    </Dialog>
  );
};
