import type { GenerateResult } from 'image-url-contract/schemas/generate.ts';
import { Refusal } from '../../templates/template-source.ts';
import { changeText, draft, isSaved, reload } from '../document/document.ts';
import { readTemplate } from '../gallery/templates.ts';
import { variables } from '../image/checking.ts';
import { saveAndReport } from '../mint/minting.ts';
import { ask } from '../session/service.ts';
import { Dialog } from '../shell/dialog.tsx';
import { complain, report } from '../shell/notice.tsx';
import { closeDialog, dialog } from '../shell/places.ts';
import { words } from '../words.ts';
import { describeReport, generationReport, type Report } from './generation-report.ts';
import { getLost } from './lost-variables.ts';
import { runGeneration } from './run-generation.ts';
import { type Fulfil, WishForm } from './wish-form.tsx';

const { ai: texts } = words;

/** Restores the version before a revision, and puts the revision into the editor, not saved. @throws Refusal */
const makeDraft = async (id: string, version: string): Promise<void> => {
  const { code } = await readTemplate(id);
  await ask('POST', `/v1/templates/${encodeURIComponent(id)}/versions/${version}/restore`);
  await reload();
  if (draft.value?.id === id) changeText(code);
};

/** Returns a report without the findings that repeat which variables are lost. */
const withoutLost = (report: Report): Report => ({
  ...report,
  findings: report.findings.filter(({ code }) => code !== 'lost-variable'),
});

/** Saves the text in the editor and revises it. @throws Refusal */
const revise: Fulfil = async (wish, signal, onProgress) => {
  if (!isSaved.value && !(await saveAndReport())) return;
  const { id = '', revision = '' } = draft.value ?? {};
  const before = variables.value;
  const path = `/v1/templates/${encodeURIComponent(id)}/revise`;
  const revised = await runGeneration<GenerateResult>(path, wish, signal, onProgress);
  if (!revised.ok) throw new Refusal(200, revised.error.code, revised.error.message);
  const { template } = revised.result;
  const lost = getLost(before, template.variables);
  // another template may have been opened meanwhile
  closeDialog();
  if (lost.length > 0) await makeDraft(id, revision);
  // text that was typed meanwhile is only replaced after confirmation
  else if (draft.value?.id === id && !(await reload())) dialog.value = 'conflict';
  if (draft.value?.id === id)
    generationReport.value =
      lost.length > 0
        ? [texts.lost(lost.join(', ')), ...describeReport(withoutLost(revised.report))]
        : describeReport(revised.report);
  if (lost.length > 0) complain(texts.lostShort);
  else report(texts.revised);
};

/** Dialog for revising a template by a description. */
export const ReviseDialog = () => (
  <Dialog title={texts.revise} onClose={closeDialog}>
    <WishForm
      label={texts.reviseLabel}
      placeholder={texts.reviseExample}
      words={[texts.reviseIt, texts.revising]}
      fulfil={revise}
    />
  </Dialog>
);
