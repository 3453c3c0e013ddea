import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../dialog.tsx';
import { draft } from '../document.ts';
import { complain } from '../notice.tsx';
import { closeDialog } from '../places.ts';
import { sayingOf } from '../saying.ts';
import { Tabs } from '../tabs.tsx';
import { minted } from './minting.ts';
import { type Snippet, snippetsOf } from './tags-to-copy.ts';

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

const Snippets = ({ snippets }: { snippets: readonly Snippet[] }) => {
  const [at, setAt] = useState(0);
  const shown = snippets[at];
  if (!shown) return null;
  return (
    <div class="snippets">
      <Tabs label="Framework" titles={snippets.map(({ title }) => title)} at={at} onChange={setAt}>
        <p class="note">{shown.note}</p>
        <pre tabIndex={0}>{shown.text}</pre>
        <CopyButton text={shown.text} />
      </Tabs>
    </div>
  );
};

/** The URL that was minted, and what to put into a page for it. */
export const MintDialog = () => {
  const [alt, setAlt] = useState(sayingOf);
  const [snippets, setSnippets] = useState<Snippet[]>([]);
  const card = minted.value;
  useEffect(() => {
    if (card) void snippetsOf(draft.value?.id ?? '', card, alt).then(setSnippets);
  }, [card, alt]);
  if (!card) return null;
  return (
    <Dialog title="Your card has a URL" size="large" onClose={closeDialog}>
      <div class="minted">
        <a href={card.url} target="_blank" rel="noreferrer">
          <img src={card.url} style={{ '--ratio': card.width / card.height }} alt="The card, from its URL" />
        </a>
        <p class="note">
          {card.width} × {card.height} {card.contentType.slice('image/'.length)}, for good: saving another version does
          not change it.
        </p>
        <label class="field" for="alt">
          <span>What it says, for those who cannot see it</span>
          <input id="alt" type="text" value={alt} onInput={(event) => setAlt(event.currentTarget.value)} />
        </label>
      </div>
      <Snippets snippets={snippets} />
    </Dialog>
  );
};
