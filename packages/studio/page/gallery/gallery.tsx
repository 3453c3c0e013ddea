import { useEffect, useRef, useState } from 'preact/hooks';
import { begin, openTemplate } from '../document/document.ts';
import { draftsChanged, type ListedDraft, takeDraft, unsavedDrafts } from '../document/drafts.ts';
import { useListedImage } from '../image/further-image.ts';
import { getMessage } from '../session/service.ts';
import { discarded } from '../shell/discard-dialog.tsx';
import { Icon } from '../shell/icons.tsx';
import { complain } from '../shell/notice.tsx';
import { dialog, showEditor } from '../shell/places.ts';
import { words } from '../words.ts';
import { canGenerate, type ListedTemplate, listed } from './templates.ts';

const { gallery: texts } = words;

const first = `export const options = { width: 1200, height: 630, format: 'webp' };

export default function Card({ title = 'Hello from my own card', accent = '#0b6b53' }) {
  return (
    <div tw="flex flex-col w-full h-full justify-center px-20 bg-white">
      <div style={{ width: 96, height: 12, borderRadius: 6, background: accent }} />
      <h1 style={{ fontSize: 96, lineHeight: 1.05, letterSpacing: '-0.03em', margin: '40px 0 0' }}>{title}</h1>
    </div>
  );
}
`;

/** Opens a new template with a title and a colour. */
export const beginBlank = (): void => {
  begin(texts.first, first);
  showEditor();
  scrollTo(0, 0);
};

/** Returns whether name or description of a template contain a text. */
export const matches = ({ name, description }: { name: string; description: string }, wanted: string): boolean =>
  `${name}\n${description}`.toLowerCase().includes(wanted.trim().toLowerCase());

/** Opens a template, a starter as a copy. */
export const open = async (id: string): Promise<void> => {
  try {
    await openTemplate(id);
    showEditor();
    scrollTo(0, 0);
  } catch (error) {
    complain(getMessage(error));
  }
};

/** Opens a listed draft, even if this or another tab has one of the same template. */
const openListed = async ({ tab, stored }: ListedDraft): Promise<void> => {
  await open(takeDraft(tab, stored));
};

/** Image of a template without a stored one, rendered when it scrolls into view. */
const Rendered = ({ id }: { id: string }) => {
  const position = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setSeen((was) => was || entries.some(isIn)));
    if (position.current) observer.observe(position.current);
    return () => observer.disconnect();
  }, []);
  const { image, problem } = useListedImage(id, isSeen);
  if (image) return <img src={image.url} alt="" />;
  return (
    <span ref={position} class="no-image">
      {problem === '' ? words.image.rendering : texts.noImage}
    </span>
  );
};
const isIn = ({ isIntersecting }: IntersectionObserverEntry): boolean => isIntersecting;

const Tile = ({ template: { id, name, description, preview } }: { template: ListedTemplate }) => (
  <li>
    <button type="button" class="tile" onClick={() => open(id)}>
      <span class="frame">{preview ? <img src={preview} alt="" loading="lazy" /> : <Rendered id={id} />}</span>
      <span class="name">{name}</span>
      {description && <span class="description">{description}</span>}
    </button>
  </li>
);

const Blank = () => (
  <li>
    <button type="button" class="tile" onClick={beginBlank}>
      <span class="frame blank">
        <Icon name="plus" />
      </span>
      <span class="name">{texts.blank}</span>
      <span class="description">{texts.blankNote}</span>
    </button>
  </li>
);

const Described = () => (
  <li>
    <button type="button" class="tile" onClick={() => (dialog.value = 'generate')}>
      <span class="frame blank">
        <Icon name="pen" />
      </span>
      <span class="name">{texts.described}</span>
      <span class="description">{texts.describedNote}</span>
    </button>
  </li>
);

/** Documents that were never saved, including those of closed tabs. */
const Unsaved = () => {
  const [drafts, setDrafts] = useState<readonly ListedDraft[]>([]);
  const changes = draftsChanged.value;
  useEffect(() => {
    const refresh = () => unsavedDrafts().then(setDrafts);
    void refresh();
    // a tab that was closed meanwhile leaves its drafts to the others
    addEventListener('focus', refresh);
    return () => removeEventListener('focus', refresh);
  }, [changes]);
  if (drafts.length === 0) return null;
  return (
    <section>
      <h2>{texts.unsaved}</h2>
      <ul class="drafts">
        {drafts.map((listed) => (
          <li key={`${listed.tab}:${listed.stored.key}`}>
            <button type="button" class="draft" onClick={() => openListed(listed)}>
              <span class="unsaved-mark" />
              <span class="name">{listed.stored.name || texts.unnamed}</span>
              <span class="description">{when.format(new Date(listed.stored.changedAt))}</span>
            </button>
            <button
              type="button"
              class="quiet square"
              aria-label={texts.discard(listed.stored.name)}
              title={texts.discardTitle}
              onClick={() => {
                discarded.value = listed;
                dialog.value = 'discard';
              }}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Opens a card that was shared from a studio at another URL. */
const SharedLink = () => {
  const [pasted, setPasted] = useState('');
  const isOther = pasted.trim() !== '';
  return (
    <div class="shared-link">
      <input
        type="url"
        aria-label={texts.shareLink}
        aria-invalid={isOther}
        aria-describedby={isOther ? 'shared-link-problem' : undefined}
        placeholder={texts.pasteLink}
        value={pasted}
        onInput={({ currentTarget: { value } }) => {
          const at = value.indexOf('#share=');
          if (at >= 0) location.hash = value.slice(at);
          setPasted(at >= 0 ? '' : value);
        }}
      />
      {isOther && (
        <p class="field-problem" id="shared-link-problem">
          {texts.noShareLink}
        </p>
      )}
    </div>
  );
};

/** All templates: the user's, and the starters. */
export const Gallery = () => {
  const [wanted, setWanted] = useState('');
  const all = listed.value;
  const found = all?.filter((template) => matches(template, wanted)) ?? [];
  const own = found.filter(({ isStarter }) => !isStarter);
  const starters = found.filter(({ isStarter }) => isStarter);
  return (
    <main class="gallery" tabIndex={-1} aria-busy={all === undefined}>
      <h1 class="hidden">{texts.title}</h1>
      <div class="gallery-top">
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        <SharedLink />
      </div>
      {wanted === '' && <Unsaved />}
      {wanted !== '' && found.length === 0 && <p class="empty">{texts.noneFound}</p>}
      {own.length > 0 && (
        <section>
          <h2>{texts.yours}</h2>
          <ul class="tiles">
            {own.map((template) => (
              <Tile key={template.id} template={template} />
            ))}
          </ul>
        </section>
      )}
      {(wanted === '' || starters.length > 0) && (
        <section>
          <h2>{texts.starters}</h2>
          {wanted === '' && <p class="lead">{texts.lead}</p>}
          <ul class="tiles">
            {wanted === '' && <Blank />}
            {wanted === '' && canGenerate.value && <Described />}
            {starters.map((template) => (
              <Tile key={template.id} template={template} />
            ))}
          </ul>
        </section>
      )}
    </main>
  );
};
