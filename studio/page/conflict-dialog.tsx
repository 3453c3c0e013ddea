import { Dialog } from './dialog.tsx';
import { reload } from './document.ts';
import { saveAndTell } from './mint/minting.ts';
import { complain } from './notice.tsx';
import { closeDialog } from './places.ts';
import { messageOf } from './service.ts';

/** The template was saved elsewhere meanwhile: nothing is overwritten before somebody says so. */
export const ConflictDialog = () => (
  <Dialog title="It was saved elsewhere meanwhile" onClose={closeDialog}>
    <p>
      Another window, or somebody else, has saved this template since you opened it. What is in the editor is still
      here.
    </p>
    <div class="choices">
      <button
        type="button"
        onClick={async () => {
          closeDialog();
          await reload().catch((error) => complain(messageOf(error)));
        }}
      >
        Take theirs
      </button>
      <button
        type="button"
        class="primary"
        onClick={() => {
          closeDialog();
          void saveAndTell(true);
        }}
      >
        Save mine over it
      </button>
    </div>
  </Dialog>
);
