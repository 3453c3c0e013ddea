import { useState } from 'preact/hooks';
import { twitterCard } from '../../../packages/client/src/tags.ts';
import { errors, type Shown } from '../checking.ts';
import { values } from '../document.ts';
import { useFurtherPicture } from '../further-picture.ts';
import { kilobytes } from '../kilobytes.ts';
import { sayingOf } from '../saying.ts';
import { theme } from '../theme.ts';
import { limitOf, type Platform, platforms } from './platforms.ts';

const site = 'example.com';

interface CardProps {
  readonly platform: Platform;
  readonly picture: Shown;
  readonly isPhone: boolean;
}

/** A square picture stands small beside the words on X. */
const isSmall = ({ name }: Platform, { width, height, url }: Shown): boolean =>
  name === 'X' && twitterCard({ width, height, url, contentType: 'image/png', alt: '' }) === 'summary';

const Card = ({ platform, picture, isPhone }: CardProps) => {
  const { name, widths, cut } = platform;
  const title = sayingOf();
  const limit = limitOf(platform);
  const isTooLarge = limit !== undefined && picture.bytes > limit;
  return (
    <li class="platform">
      <h2>{name}</h2>
      <div
        class={`card ${name.toLowerCase()} ${isSmall(platform, picture) ? 'small' : ''}`}
        style={{ '--card-width': `${widths[isPhone ? 1 : 0]}px`, '--cut': cut ?? picture.width / picture.height }}
      >
        <div class="site">{site}</div>
        <img src={picture.url} alt={`The card on ${name}`} />
        <div class="words">
          <div class="domain">{site}</div>
          <div class="heading">{title}</div>
          <div class="about">What the page says of itself in its description.</div>
        </div>
      </div>
      <p class={`facts ${isTooLarge ? 'too-large' : ''}`}>
        <span>{picture.contentType.slice('image/'.length).toUpperCase()}</span>
        <span>{kilobytes(picture.bytes)}</span>
        <span>{limit ? `takes up to ${kilobytes(limit)}` : 'says nothing of a limit'}</span>
      </p>
    </li>
  );
};

/** The card as those show it who show cards, from the very bytes they get. */
export const Cards = () => {
  const [isPhone, setPhone] = useState(false);
  const [isDark, setDark] = useState(theme.value === 'dark');
  const { picture, problem } = useFurtherPicture({ variables: values.value, reader: 'previewer' });
  return (
    <div class="cards">
      <div class="choices-row">
        <label>
          <input type="checkbox" role="switch" class="switch" checked={isPhone} onChange={() => setPhone(!isPhone)} />
          On a phone
        </label>
        <label>
          <input type="checkbox" role="switch" class="switch" checked={isDark} onChange={() => setDark(!isDark)} />
          Dark
        </label>
      </div>
      {!picture && (
        <p class="empty">{problem || (errors.value.length > 0 ? 'There is no picture to show.' : 'Drawing…')}</p>
      )}
      {picture && (
        <ul class={`platforms ${isDark ? 'dark' : 'light'}`}>
          {platforms.map((platform) => (
            <Card key={platform.name} platform={platform} picture={picture} isPhone={isPhone} />
          ))}
        </ul>
      )}
      <p class="note">
        They get the same pixels as JPEG or PNG of at most 300 KB where that can be done. Sizes, colours and cuts are
        those of 2026; apps change them.
      </p>
    </div>
  );
};
