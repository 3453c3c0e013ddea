import type { GenerateResponse } from 'image-url-contract/schemas/generate.ts';
import { Refusal } from '../../templates/template-source.ts';
import { openTemplate } from '../document/document.ts';
import { loadList } from '../gallery/templates.ts';
import { Dialog } from '../shell/dialog.tsx';
import { report } from '../shell/notice.tsx';
import { closeDialog, showEditor } from '../shell/places.ts';
import { words } from '../words.ts';
import { describeReport, generationReport } from './generation-report.ts';
import { runGeneration } from './run-generation.ts';
import { type Fulfil, WishForm } from './wish-form.tsx';

/** Generates a template and opens it. @throws Refusal */
const generate: Fulfil = async (wish, signal, onProgress) => {
  const path = '/v1/templates/generate';
  const { results } = await runGeneration<GenerateResponse>(path, { items: [wish] }, signal, onProgress);
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
