import { signal } from '@preact/signals';
import { discard, draft, name } from '../document/document.ts';
import { dropDraft, getDraft, type ListedDraft } from '../document/drafts.ts';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { closeDialog } from './places.ts';

const { discard: texts } = words;

/** The draft that the dialog is about. Undefined: the one in the editor. */
export const discarded = signal<ListedDraft | undefined>(undefined);

/** Asks before typed text is discarded. */
export const DiscardDialog = () => {
  const listed = discarded.value;
  const itsName = listed?.stored.name ?? name.value;
  const hasSaved = (listed?.stored ?? draft.value)?.id !== undefined;
  const confirm = () => {
    closeDialog();
    if (!listed) return discard();
    const { tab, stored } = listed;
    // the draft in the editor is in the list too
    if (draft.value?.key === stored.key && getDraft(stored.key)?.changedAt === stored.changedAt) discard();
    else dropDraft(stored.key, tab);
  };
  return (
    <Dialog title={texts.title} onClose={closeDialog}>
      <p>{hasSaved ? texts.changes(itsName) : texts.all(itsName)}</p>
      <div class="choices">
        <button type="button" onClick={closeDialog}>
          {texts.keep}
        </button>
        <button type="button" class="danger" onClick={confirm}>
          {texts.discard}
        </button>
      </div>
    </Dialog>
  );
};
