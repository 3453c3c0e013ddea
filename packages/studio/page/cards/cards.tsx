import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { twitterCard } from '../../../client/src/tags.ts';
import type { PagePreview } from '../../preview/page-preview.ts';
import { values } from '../document/document.ts';
import { goTo } from '../editor/editor.tsx';
import { type Diagnostic, errors, type Shown } from '../image/checking.ts';
import { useFurtherImage } from '../image/further-image.ts';
import { kilobytes } from '../image/kilobytes.ts';
import { getSaying } from '../image/saying.ts';
import { ask, getMessage } from '../session/service.ts';
import { isOfStage } from '../session/stage.ts';
import { theme } from '../shell/theme.ts';
import { words } from '../words.ts';
import { getLimit, type Platform, platforms } from './platforms.ts';

const { previews: texts } = words;

interface CardContent {
  readonly site: string;
  readonly title: string;
  readonly description: string;
  readonly image?: Shown | undefined;
  /** Whether the image is small, beside the text. */
  readonly isSmall: boolean;
  /** Diagnostics about what the platform does to the image. */
  readonly diagnostics?: readonly Diagnostic[];
}

interface CardProps {
  readonly platform: Platform;
  readonly content: CardContent;
  readonly isPhone: boolean;
}

const Facts = ({ platform, image }: { readonly platform: Platform; readonly image: Shown }) => {
  const limit = getLimit(platform);
  const isTooLarge = limit !== undefined && image.bytes > limit;
  return (
    <p class={`facts ${isTooLarge ? 'too-large' : ''}`}>
      <span>{image.contentType.slice('image/'.length).toUpperCase()}</span>
      <span>{kilobytes(image.bytes)}</span>
      <span>{limit ? texts.limit(kilobytes(limit)) : texts.noLimit}</span>
    </p>
  );
};

const Card = ({ platform, content, isPhone }: CardProps) => {
  const { name, widths, cut } = platform;
  const { site, title, description, image, isSmall, diagnostics = [] } = content;
  const ratio = image ? image.width / image.height : 1;
  return (
    <li class="platform">
      <h2>{name}</h2>
      <div
        class={`card ${name.toLowerCase()} ${isSmall ? 'small' : ''} ${image ? '' : 'bare'}`}
        style={{ '--card-width': `${widths[isPhone ? 1 : 0]}px`, '--cut': cut ?? ratio }}
      >
        <div class="site">{site}</div>
        {image && <img src={image.url} alt={texts.card(name)} />}
        <div class="words">
          <div class="domain">{site}</div>
          <div class="heading">{title}</div>
          <div class="about">{description}</div>
        </div>
      </div>
      {image ? <Facts platform={platform} image={image} /> : <p class="facts">{texts.noImage}</p>}
      {diagnostics.map(({ message, line, column }) => (
        <p class="facts label" key={message}>
          {message}
          {line !== undefined && (
            <button type="button" class="quiet" onClick={() => goTo(line, column)}>
              {words.problems.line(line)}
            </button>
          )}
        </p>
      ))}
    </li>
  );
};

/** Returns the card of a template's image, for a page that does not exist yet. */
const getContent = ({ name }: Platform, image: Shown, warnings: readonly Diagnostic[]): CardContent => ({
  ...{
    site: 'example.com',
    title: getSaying(),
    description: texts.description,
    image,
  },
  // X shows a square image small, beside the text
  diagnostics: name === 'X' ? warnings.filter((warning) => warning.code === 'platform-label') : [],
  isSmall: name === 'X' && twitterCard({ ...image, contentType: 'image/png', alt: '' }) === 'summary',
});

/** Returns the card of a page, from the page's tags. */
const getPageContent = ({ name }: Platform, page: PagePreview): CardContent => {
  const { layout, title, description, image: url } = page.platforms.find((one) => one.name === name) ?? {};
  const image = page.images.find((one) => one.url === url);
  const { type = 'png', width = 1200, height = 630, bytes = 0, data = '' } = image ?? {};
  const contentType = `image/${type === 'svg' ? 'svg+xml' : type}`;
  return {
    ...{ site: page.site, title: title ?? '', description: description ?? '', isSmall: layout === 'small' },
    ...(image && { image: { url: `data:${contentType};base64,${data}`, contentType, width, height, bytes } }),
  };
};

/** The page that is previewed instead of the template; outlives its tab. */
const page = signal<PagePreview | undefined>(undefined);
const address = signal('');

/** Form for the URL of a page to preview, with the errors in its tags. */
const PageForm = () => {
  const [problem, setProblem] = useState('');
  const [isReading, setReading] = useState(false);
  const read = async (event: Event) => {
    event.preventDefault();
    setReading(true);
    setProblem('');
    try {
      page.value = await ask<PagePreview>('POST', '/studio/preview', { url: address.value });
    } catch (error) {
      page.value = undefined;
      setProblem(getMessage(error));
    }
    setReading(false);
  };
  return (
    <form class="page-form" onSubmit={read}>
      <input
        type="text"
        inputmode="url"
        aria-label={texts.address}
        placeholder={texts.placeholder}
        value={address.value}
        onInput={({ currentTarget }) => {
          address.value = currentTarget.value;
        }}
      />
      <button type="submit" disabled={isReading || address.value.trim() === ''}>
        {isReading ? texts.reading : texts.preview}
      </button>
      {page.value && (
        <button
          type="button"
          onClick={() => {
            page.value = undefined;
          }}
        >
          {texts.template}
        </button>
      )}
      {problem && <p role="alert">{problem}</p>}
      {page.value && (
        <ul class="page-problems" aria-label={texts.problems}>
          {page.value.diagnostics.map(({ severity, message }) => (
            <li key={message} class={severity}>
              {message}
            </li>
          ))}
          {page.value.diagnostics.length === 0 && <li>{texts.noProblems}</li>}
        </ul>
      )}
    </form>
  );
};

/** The card as each platform displays it, with the exact bytes that the platform gets. */
export const Cards = () => {
  const [isPhone, setPhone] = useState(false);
  const [isDark, setDark] = useState(theme.value === 'dark');
  const { image, warnings = [], problem } = useFurtherImage({ variables: values.value, clientClass: 'previewer' });
  const previewed = page.value;
  return (
    <div class="cards">
      {!isOfStage && <PageForm />}
      <div class="choices-row">
        <label>
          <input type="checkbox" role="switch" class="switch" checked={isPhone} onChange={() => setPhone(!isPhone)} />
          {texts.phone}
        </label>
        <label>
          <input type="checkbox" role="switch" class="switch" checked={isDark} onChange={() => setDark(!isDark)} />
          {texts.dark}
        </label>
      </div>
      {!image && !previewed && (
        <p class="empty">{problem || (errors.value.length > 0 ? texts.none : texts.rendering)}</p>
      )}
      {(image || previewed) && (
        <ul class={`platforms ${isDark ? 'dark' : 'light'}`}>
          {platforms.map((platform) => (
            <Card
              key={platform.name}
              platform={platform}
              content={previewed ? getPageContent(platform, previewed) : getContent(platform, image as Shown, warnings)}
              isPhone={isPhone}
            />
          ))}
        </ul>
      )}
      {!previewed && <p class="note">{texts.note}</p>}
    </div>
  );
};
