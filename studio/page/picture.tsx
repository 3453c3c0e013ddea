import { BoxOverlay } from './boxes/overlay.tsx';
import { failure, isChecking, isStale, shown, tookMs } from './checking.ts';
import { kilobytes } from './kilobytes.ts';

const Facts = () => {
  const picture = shown.value;
  if (!picture) return null;
  const { width, height, contentType, bytes } = picture;
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

/** The service's own picture of what is in the editor; the last one there was while there is none. */
export const Picture = () => {
  const picture = shown.value;
  return (
    <section class={`stage ${isStale.value ? 'stale' : ''}`} aria-label="Picture" aria-busy={isChecking.value}>
      <div class="progress" hidden={!isChecking.value} />
      <div class="canvas">
        {picture ? (
          <div class="picture">
            <img
              src={picture.url}
              width={picture.width}
              height={picture.height}
              alt="The card as the service draws it"
            />
            <BoxOverlay />
          </div>
        ) : (
          <p class="empty">{failure.value || (isChecking.value ? 'Drawing…' : 'No picture yet')}</p>
        )}
        {picture && isStale.value && <p class="badge">Last picture that could be drawn</p>}
      </div>
      <Facts />
      {failure.value && picture && <p class="failure">{failure.value}</p>}
    </section>
  );
};
