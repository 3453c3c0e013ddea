import { useEffect, useState } from 'preact/hooks';
import type { MintedUrl } from '../../../packages/client/src/minting.ts';
import { code, values } from '../document/document.ts';
import { variables } from '../image/checking.ts';
import { getSaying } from '../image/saying.ts';
import { Dialog } from '../shell/dialog.tsx';
import { complain } from '../shell/notice.tsx';
import { closeDialog } from '../shell/places.ts';
import { Tabs } from '../shell/tabs.tsx';
import { getDefault } from '../variables/kinds.ts';
import { codeForPages, type PageVariable } from './code-for-pages.ts';
import { minted } from './minting.ts';
import { getSnippets, type Snippet } from './tags-to-copy.ts';

const CopyButton = ({ text }: { text: string }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      complain('The browser does not let the studio copy: select the text and copy it.');
    }
  };
  useEffect(() => setCopied(false), [text]);
  return (
    <button type="button" class="primary" onClick={copy}>
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
};

const Snippets = ({ label, snippets }: { label: string; snippets: readonly Snippet[] }) => {
  const [at, setAt] = useState(0);
  const shown = snippets[at] ?? snippets[0];
  if (!shown) return null;
  return (
    <Tabs label={label} titles={snippets.map(({ title }) => title)} at={at} onChange={setAt}>
      <div class="snippet-head">
        <p class="note">{shown.note}</p>
        <CopyButton text={shown.text} />
      </div>
      <pre tabIndex={0}>{shown.text}</pre>
    </Tabs>
  );
};

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

/** Returns the values in the displayed image, by variable. */
const pageVariables = (): PageVariable[] =>
  variables.value.map((variable) => {
    const { name } = variable;
    return { name, value: values.value[name] ?? getDefault(variable, code.value) };
  });

/** Code that signs one URL per page, without a request. */
const SignInCode = ({ templateId, card: { width, height } }: { templateId: string; card: MintedUrl }) => (
  <>
    <p class="note">
      The site signs its URLs itself and sends no request. An image is rendered, and one unit used, when a client first
      asks for it. The signing key is one of POST /v1/signing-keys.
    </p>
    <Snippets label="Framework" snippets={codeForPages(templateId, pageVariables(), { kind: 'sign', width, height })} />
  </>
);

/** The URL of this image, and the tags for a page. */
const ThisImage = ({ card, snippets, alt, setAlt }: ThisImageProps) => (
  <>
    <p class="note">
      The same image on every page that has this URL, until {day.format(card.expiresAt)}: saving another version does
      not change it.
    </p>
    <label class="field" for="alt">
      <span>What it says, for those who cannot see it</span>
      <input id="alt" type="text" value={alt} onInput={(event) => setAlt(event.currentTarget.value)} />
    </label>
    <Snippets label="Tags of this image" snippets={snippets} />
  </>
);
interface ThisImageProps {
  readonly card: MintedUrl;
  readonly snippets: readonly Snippet[];
  readonly alt: string;
  readonly setAlt: (alt: string) => void;
}

/** The minted URL, and code that mints one for each page. */
export const MintDialog = () => {
  const [at, setAt] = useState(0);
  const [alt, setAlt] = useState(getSaying);
  const [snippets, setSnippets] = useState<Snippet[]>([]);
  const card = minted.value;
  const templateId = card ? (new URL(card.url).searchParams.get('templateId') ?? '') : '';
  useEffect(() => {
    if (card) void getSnippets(templateId, card, alt).then(setSnippets);
  }, [card, alt]);
  if (!card) return null;
  return (
    <Dialog title="Your card has a URL" size="large" onClose={closeDialog}>
      <div class="minted">
        <a href={card.url} target="_blank" rel="noreferrer">
          <img src={card.url} style={{ '--ratio': card.width / card.height }} alt="The card, from its URL" />
        </a>
        <p class="note">
          {card.width} × {card.height} {card.contentType.slice('image/'.length)}. One unit of the month is used.
        </p>
      </div>
      <div class="snippets">
        <Tabs
          label="What to copy"
          titles={['One image per page', 'Sign in code', 'This image']}
          at={at}
          onChange={setAt}
        >
          {at === 0 && <Snippets label="Framework" snippets={codeForPages(templateId, pageVariables())} />}
          {at === 1 && <SignInCode templateId={templateId} card={card} />}
          {at === 2 && <ThisImage card={card} snippets={snippets} alt={alt} setAlt={setAlt} />}
        </Tabs>
      </div>
    </Dialog>
  );
};
