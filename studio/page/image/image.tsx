import { BoxOverlay } from '../boxes/overlay.tsx';
import { failure, isChecking, isStale, shown, tookMs } from './checking.ts';
import { kilobytes } from './kilobytes.ts';
import { Sizes } from './sizes.tsx';

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
      {tookMs.value !== undefined && <span class="took">{tookMs.value} ms</span>}
    </p>
  );
};

/** The service's image of the editor's text; the last one if there is none. */
export const Image = () => {
  const image = shown.value;
  return (
    <section class={`stage ${isStale.value ? 'stale' : ''}`} aria-label="Picture" aria-busy={isChecking.value}>
      <div class="progress" hidden={!isChecking.value} />
      <div class="canvas">
        {image ? (
          <div class="rendered">
            <img src={image.url} width={image.width} height={image.height} alt="The card as the service renders it" />
            <BoxOverlay />
          </div>
        ) : (
          <p class="empty">{failure.value || (isChecking.value ? 'Drawing…' : 'No image yet')}</p>
        )}
        {image && isStale.value && <p class="badge">Last image that could be rendered</p>}
      </div>
      <Sizes />
      <Facts />
      {failure.value && image && <p class="failure">{failure.value}</p>}
    </section>
  );
};
