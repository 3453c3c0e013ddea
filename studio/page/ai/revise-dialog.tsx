import type { GenerateResult } from '../../../lambdas/contract/schemas/generate.ts';
import { Refusal } from '../../templates/template-source.ts';
import { draft, isSaved, reload } from '../document/document.ts';
import { saveAndReport } from '../mint/minting.ts';
import { ask } from '../session/service.ts';
import { Dialog } from '../shell/dialog.tsx';
import { report } from '../shell/notice.tsx';
import { closeDialog, dialog } from '../shell/places.ts';
import { describeReport, reportMs } from './generation-report.ts';
import { type Wish, WishForm } from './wish-form.tsx';

/** Saves the text in the editor and revises it. @throws Refusal */
const revise = async (wish: Wish): Promise<void> => {
  if (!isSaved.value && !(await saveAndReport())) return;
  const id = draft.value?.id ?? '';
  const revised = await ask<GenerateResult>('POST', `/v1/templates/${encodeURIComponent(id)}/revise`, wish);
  if (!revised.ok) throw new Refusal(200, revised.error.code, revised.error.message);
  // another template may have been opened meanwhile
  closeDialog();
  // text that was typed meanwhile is only replaced after confirmation
  if (draft.value?.id === id && !(await reload())) dialog.value = 'conflict';
  report(describeReport('Revised. The version before is in the history.', revised.report), reportMs);
};

/** Dialog for revising a template by a description. */
export const ReviseDialog = () => (
  <Dialog title="Revise by AI" onClose={closeDialog}>
    <WishForm
      label="What is to be another way. It takes one AI generation, and is a new version."
      placeholder="Make it dark, and the title half as large again"
      words={['Revise it', 'Revising…']}
      fulfil={revise}
    />
  </Dialog>
);
