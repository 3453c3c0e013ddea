import { useState } from 'preact/hooks';
import { draft, leave } from '../document/document.ts';
import { loadList, removeTemplate } from '../gallery/templates.ts';
import { getMessage } from '../session/service.ts';
import { Dialog } from '../shell/dialog.tsx';
import { complain, report } from '../shell/notice.tsx';
import { closeDialog, showGallery } from '../shell/places.ts';
import { words } from '../words.ts';

const { deletion: texts } = words;

/** Deletes the open template after its name was typed. */
export const DeleteDialog = () => {
  const [typed, setTyped] = useState('');
  const { id, savedName = '' } = draft.value ?? {};
  const remove = async (event: Event) => {
    event.preventDefault();
    if (id === undefined || typed.trim() !== savedName.trim()) return;
    closeDialog();
    try {
      await removeTemplate(id);
      if (draft.value?.id === id) {
        leave();
        showGallery();
      }
      report(words.settings.deleted(savedName));
      await loadList();
    } catch (error) {
      complain(getMessage(error));
    }
  };
  return (
    <Dialog title={texts.title} onClose={closeDialog}>
      <form onSubmit={remove}>
        <p>{texts.text}</p>
        <label class="field spaced" for="delete-name">
          <span>
            {texts.type} <strong>{savedName}</strong>
          </span>
          <input
            id="delete-name"
            type="text"
            autocomplete="off"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <div class="choices">
          <button type="button" onClick={closeDialog}>
            {texts.keep}
          </button>
          <button type="submit" class="danger" disabled={typed.trim() !== savedName.trim()}>
            {texts.delete}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
