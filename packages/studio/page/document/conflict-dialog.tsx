import { kind, readTemplate } from '../gallery/templates.ts';
import { saveAndReport } from '../mint/minting.ts';
import { getMessage } from '../session/service.ts';
import { Dialog } from '../shell/dialog.tsx';
import { complain } from '../shell/notice.tsx';
import { closeDialog, comparedVersion, panelName } from '../shell/places.ts';
import { words } from '../words.ts';
import { draft, reload } from './document.ts';

const { conflict: texts } = words;

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
  <Dialog title={texts.title} onClose={closeDialog}>
    <p>{texts.text}</p>
    <div class="choices">
      {kind.value === 'service' && (
        <button type="button" class="primary" onClick={compare}>
          {texts.compare}
        </button>
      )}
      <button
        type="button"
        onClick={async () => {
          closeDialog();
          await reload(true).catch((error) => complain(getMessage(error)));
        }}
      >
        {texts.takeTheirs}
      </button>
      <button
        type="button"
        class="danger"
        onClick={() => {
          closeDialog();
          void saveAndReport(true);
        }}
      >
        {texts.overwrite}
      </button>
    </div>
  </Dialog>
);
