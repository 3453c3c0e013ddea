import type { GenerateResponse } from '../../../lambdas/contract/schemas/generate.ts';
import { Refusal } from '../../templates/template-source.ts';
import { openTemplate } from '../document/document.ts';
import { loadList } from '../gallery/templates.ts';
import { ask } from '../session/service.ts';
import { Dialog } from '../shell/dialog.tsx';
import { report } from '../shell/notice.tsx';
import { closeDialog, showEditor } from '../shell/places.ts';
import { words } from '../words.ts';
import { describeReport, generationReport } from './generation-report.ts';
import { type Wish, WishForm } from './wish-form.tsx';

/** Generates a template and opens it. @throws Refusal */
const generate = async (wish: Wish, signal: AbortSignal): Promise<void> => {
  const { results } = await ask<GenerateResponse>('POST', '/v1/templates/generate', { items: [wish] }, signal);
  const [made] = results;
  if (!made?.ok) throw new Refusal(200, made?.error.code ?? '', made?.error.message ?? words.ai.nothing);
  await openTemplate(made.result.templateId);
  showEditor();
  closeDialog();
  generationReport.value = describeReport(made.report);
  report(words.ai.written);
  await loadList();
};

/** Dialog for generating a template from a description. */
export const GenerateDialog = () => (
  <Dialog title={words.ai.describe} onClose={closeDialog}>
    <WishForm
      label={words.ai.describeLabel}
      placeholder={words.ai.describeExample}
      words={[words.ai.generate, words.ai.generating]}
      fulfil={generate}
    />
  </Dialog>
);
