import { begin } from '../document/document.ts';
import { Dialog } from '../shell/dialog.tsx';
import { closeDialog, showEditor } from '../shell/places.ts';
import { received } from './sharing.ts';

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
    <Dialog title="Somebody shared a card" size="large" onClose={close}>
      <p>
        <strong>{shared.name}</strong> came with the link. Open it only if you trust who sent it: your service will run
        its code, shut in as all templates are.
      </p>
      <div class="snippets">
        <pre tabIndex={0} aria-label="Its code">
          {shared.code}
        </pre>
      </div>
      <div class="choices">
        <button type="button" onClick={close}>
          Leave it
        </button>
        <button type="button" class="primary" onClick={open}>
          Open it
        </button>
      </div>
    </Dialog>
  );
};
