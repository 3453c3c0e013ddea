import { begin } from '../document/document.ts';
import { Dialog } from '../shell/dialog.tsx';
import { closeDialog, showEditor } from '../shell/places.ts';
import { words } from '../words.ts';
import { received } from './sharing.ts';
import { showControls } from './show-controls.ts';

const { share: texts } = words;

const close = (): void => {
  closeDialog();
  received.value = undefined;
};

const open = (): void => {
  const shared = received.value;
  if (shared) begin(shared.name, shared.code, { ...shared.values });
  showEditor();
  close();
};

/** A card from a link: shown as text, and run only after confirmation. */
export const ShareDialog = () => {
  const shared = received.value;
  if (!shared) return null;
  return (
    <Dialog title={texts.title} size="large" onClose={close}>
      <p>
        <strong>{showControls(shared.name)}</strong> {texts.warning}
      </p>
      <div class="snippets">
        <pre tabIndex={0} aria-label={texts.code}>
          {showControls(shared.code)}
        </pre>
      </div>
      <div class="choices">
        <button type="button" onClick={close}>
          {texts.cancel}
        </button>
        <button type="button" class="primary" onClick={open}>
          {texts.open}
        </button>
      </div>
    </Dialog>
  );
};
