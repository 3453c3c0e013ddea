import { signal } from '@preact/signals';
import { imageFormats } from 'image-url-engine/images.ts';
import { BoxOverlay } from '../boxes/overlay.tsx';
import { dropOnImage, pasteOnImage } from '../pictures/picture-drop.ts';
import { words } from '../words.ts';
import { failure, isChecking, isStale, shown, tookMs } from './checking.ts';
import { download } from './download.ts';
import { kilobytes } from './kilobytes.ts';
import { SafeAreas } from './safe-areas.tsx';
import { Sizes } from './sizes.tsx';

const { image: texts } = words;

/** Whether one pixel of the image is one CSS pixel. */
const isFull = signal(false);
const hasAreas = signal(false);

const Facts = () => {
  const image = shown.value;
  if (!image) return null;
  const { width, height, contentType, bytes } = image;
  return (
    <p class="facts">
      <span>
        {width} × {height}
      </span>
      <span>{contentType.slice('image/'.length).toUpperCase()}</span>
      <span>{kilobytes(bytes)}</span>
      {tookMs.value !== undefined && <span class="took">{texts.took(tookMs.value)}</span>}
    </p>
  );
};

/** What can be done with the image. */
const Tools = () => (
  <div class="image-tools">
    <button
      type="button"
      class="quiet"
      aria-label={`${texts.zoom}: ${texts.full}`}
      aria-pressed={isFull.value}
      onClick={() => (isFull.value = !isFull.value)}
    >
      {texts.full}
    </button>
    <button
      type="button"
      class="quiet"
      aria-pressed={hasAreas.value}
      onClick={() => (hasAreas.value = !hasAreas.value)}
    >
      {texts.safeAreas}
    </button>
    <span class="note">{texts.download}</span>
    {imageFormats.map((format) => (
      <button
        key={format}
        type="button"
        class="quiet"
        aria-label={words.palette.commands.download(format.toUpperCase())}
        disabled={isStale.value}
        onClick={() => download(format)}
      >
        {format.toUpperCase()}
      </button>
    ))}
  </div>
);

/** The service's image of the editor's text; the last one if there is none. */
export const Image = () => {
  const image = shown.value;
  return (
    <section class={`stage ${isStale.value ? 'stale' : ''}`} aria-label={texts.region} aria-busy={isChecking.value}>
      <div class="progress" hidden={!isChecking.value} />
      <div class={`canvas ${isFull.value ? 'full' : ''}`} {...(isFull.value && { tabIndex: 0 })}>
        {image ? (
          <div class="rendered" onDrop={dropOnImage} onPaste={pasteOnImage}>
            <img src={image.url} width={image.width} height={image.height} alt={texts.alt} />
            {hasAreas.value && <SafeAreas ratio={image.width / image.height} />}
            <BoxOverlay />
          </div>
        ) : (
          <p class="empty">{failure.value || (isChecking.value ? texts.rendering : texts.none)}</p>
        )}
        {image && isStale.value && <p class="badge">{texts.stale}</p>}
      </div>
      <Sizes />
      {image && (
        <div class="image-foot">
          <Facts />
          <Tools />
        </div>
      )}
      {failure.value && image && <p class="failure">{failure.value}</p>}
    </section>
  );
};
