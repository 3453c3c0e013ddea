import { kind, readTemplate } from '../gallery/templates.ts';
import { saveAndReport } from '../mint/minting.ts';
import { getMessage } from '../session/service.ts';
import { Dialog } from '../shell/dialog.tsx';
import { complain } from '../shell/notice.tsx';
import { closeDialog, comparedVersion, panelName } from '../shell/places.ts';
import { draft, reload } from './document.ts';

/** Compares the version that was saved elsewhere with the text in the editor; saving asks again. */
const compare = async (): Promise<void> => {
  closeDialog();
  try {
    const { revision } = await readTemplate(draft.value?.id ?? '');
    comparedVersion.value = Number(revision);
    panelName.value = 'history';
  } catch (error) {
    complain(getMessage(error));
  }
};

/** Dialog for a template that was saved elsewhere meanwhile; nothing is overwritten without confirmation. */
export const ConflictDialog = () => (
  <Dialog title="It was saved elsewhere meanwhile" onClose={closeDialog}>
    <p>
      Another window, or somebody else, has saved this template since you opened it. What is in the editor is still
      here.
    </p>
    <div class="choices">
      {kind.value === 'service' && (
        <button type="button" class="quiet" onClick={compare}>
          Compare
        </button>
      )}
      <button
        type="button"
        onClick={async () => {
          closeDialog();
          await reload(true).catch((error) => complain(getMessage(error)));
        }}
      >
        Take theirs
      </button>
      <button
        type="button"
        class="primary"
        onClick={() => {
          closeDialog();
          void saveAndReport(true);
        }}
      >
        Save mine over it
      </button>
    </div>
  </Dialog>
);
