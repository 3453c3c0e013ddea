import { signal } from '@preact/signals';

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
export const report = (message: string, forMs = 3_500): void => show(message, false, forMs);
/** Shows a notice of failure. */
export const complain = (message: string): void => show(message, true, 9_000);

export const Notice = () => (
  <div class="notice-place" role="status" aria-live="polite">
    {text.value && (
      <p class={`notice ${isBad.value ? 'bad' : ''} ${text.value.includes('\n') ? 'frame-text' : ''}`}>{text.value}</p>
    )}
  </div>
);
