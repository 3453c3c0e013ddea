import { useEffect, useRef, useState } from 'preact/hooks';
import { begin, openTemplate } from './document.ts';
import { useListedPicture } from './further-picture.ts';
import { Icon } from './icons.tsx';
import { complain } from './notice.tsx';
import { dialog, isGalleryOpen } from './places.ts';
import { messageOf } from './service.ts';
import { canGenerate, type ListedTemplate, listed } from './templates.ts';

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

const open = async (id: string): Promise<void> => {
  try {
    await openTemplate(id);
    isGalleryOpen.value = false;
    scrollTo(0, 0);
  } catch (error) {
    complain(messageOf(error));
  }
};

/** A picture of a template that has none kept: drawn when its place comes into view. */
const Drawn = ({ id }: { id: string }) => {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setSeen((was) => was || entries.some(isIn)));
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const { picture, problem } = useListedPicture(id, isSeen);
  if (picture) return <img src={picture.url} alt="" />;
  return (
    <span ref={place} class="no-picture">
      {problem === '' ? 'Drawing…' : 'No picture'}
    </span>
  );
};
const isIn = ({ isIntersecting }: IntersectionObserverEntry): boolean => isIntersecting;

const Tile = ({ template: { id, name, description, preview } }: { template: ListedTemplate }) => (
  <li>
    <button type="button" class="tile" onClick={() => open(id)}>
      <span class="frame">{preview ? <img src={preview} alt="" loading="lazy" /> : <Drawn id={id} />}</span>
      <span class="name">{name}</span>
      {description && <span class="description">{description}</span>}
    </button>
  </li>
);

const Blank = () => (
  <li>
    <button
      type="button"
      class="tile"
      onClick={() => {
        begin('My card', first);
        isGalleryOpen.value = false;
      }}
    >
      <span class="frame blank">
        <Icon name="plus" />
      </span>
      <span class="name">Blank card</span>
      <span class="description">A title and a colour, nothing else.</span>
    </button>
  </li>
);

const Described = () => (
  <li>
    <button type="button" class="tile" onClick={() => (dialog.value = 'generate')}>
      <span class="frame blank">
        <Icon name="pen" />
      </span>
      <span class="name">Described</span>
      <span class="description">Say what it shows: AI writes the first version.</span>
    </button>
  </li>
);

/** All templates: one's own to go on with, the starters to begin from. */
export const Gallery = () => {
  const all = listed.value;
  const own = all?.filter(({ isStarter }) => !isStarter) ?? [];
  const starters = all?.filter(({ isStarter }) => isStarter) ?? [];
  return (
    <main class="gallery" aria-busy={all === undefined}>
      {own.length > 0 && (
        <section>
          <h1>Your templates</h1>
          <ul class="tiles">
            {own.map((template) => (
              <Tile key={template.id} template={template} />
            ))}
          </ul>
        </section>
      )}
      <section>
        {own.length > 0 ? <h2>Begin another one</h2> : <h1>Pick a card to begin with</h1>}
        <p class="lead">
          It becomes a copy of your own: change the code and the words, and see the picture as it will be delivered.
        </p>
        <ul class="tiles">
          <Blank />
          {canGenerate.value && <Described />}
          {starters.map((template) => (
            <Tile key={template.id} template={template} />
          ))}
        </ul>
      </section>
    </main>
  );
};
