import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

const text = signal('');
const isBad = signal(false);
let timer: ReturnType<typeof setTimeout> | undefined;

const show = (message: string, bad: boolean, forMs: number): void => {
  text.value = message;
  isBad.value = bad;
  clearTimeout(timer);
  timer = setTimeout(() => {
    text.value = '';
  }, forMs);
};

/** Shows a notice of success. */
export const report = (message: string): void => show(message, false, 3_500);
/** Shows a notice of failure. */
export const complain = (message: string): void => show(message, true, 9_000);

const dialogs = signal(0);

/** Moves the notice in front of a dialog that has opened: the layer that was opened last is in front. */
export const raiseNotice = (): void => {
  dialogs.value += 1;
};

/** The last notice, in front of dialogs too. */
export const Notice = () => {
  const place = useRef<HTMLDivElement>(null);
  const shown = text.value;
  useLayoutEffect(() => {
    place.current?.hidePopover();
    if (shown) place.current?.showPopover();
  }, [shown, dialogs.value]);
  return (
    <div class="notice-place" popover="manual" role="status" aria-live="polite" ref={place}>
      {shown && <p class={`notice ${isBad.value ? 'bad' : ''}`}>{shown}</p>}
    </div>
  );
};
