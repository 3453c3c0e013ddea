import type { ReviseResponse } from 'image-url-contract/schemas/generate.ts';
import { Refusal } from '../../templates/template-source.ts';
import { changeText, draft, isSaved } from '../document/document.ts';
import { getDraft, putDraft } from '../document/drafts.ts';
import { variables } from '../image/checking.ts';
import { saveAndReport } from '../mint/minting.ts';
import { Dialog } from '../shell/dialog.tsx';
import { complain, report } from '../shell/notice.tsx';
import { closeDialog } from '../shell/places.ts';
import { words } from '../words.ts';
import { describeReport, generationReport, type Report } from './generation-report.ts';
import { getLost } from './lost-variables.ts';
import { runGeneration } from './run-generation.ts';
import { type Fulfil, WishForm } from './wish-form.tsx';

const { ai: texts } = words;

/** Puts a revision into the editor, or into the draft of a template that was left meanwhile. @returns whether it is shown */
const takeRevision = (id: string, revised: string): boolean => {
  const stored = getDraft(id);
  if (draft.value?.id === id) changeText(revised);
  else if (stored) putDraft({ ...stored, code: revised, changedAt: Date.now() });
  return draft.value?.id === id;
};

/** Returns a report without the findings that repeat which variables are lost. */
const withoutLost = (report: Report): Report => ({
  ...report,
  findings: report.findings.filter(({ code }) => code !== 'lost-variable'),
});

/** Saves the text in the editor and revises it. A revision that loses variables is not saved. @throws Refusal */
const revise: Fulfil = async (wish, signal, onProgress) => {
  if (!isSaved.value && !(await saveAndReport())) return;
  const { id = '' } = draft.value ?? {};
  const before = variables.value;
  const path = `/v1/templates/${encodeURIComponent(id)}/revise`;
  const revised = await runGeneration<ReviseResponse>(path, { ...wish, save: false }, signal, onProgress);
  if (!revised.ok) throw new Refusal(200, revised.error.code, revised.error.message);
  const lost = getLost(before, revised.result.template.variables);
  closeDialog();
  const isUntouched = isSaved.value;
  if (!takeRevision(id, revised.code ?? '')) return report(texts.elsewhere);
  if (lost.length > 0) complain(texts.lostShort);
  else if (!isUntouched) complain(texts.typedMeanwhile);
  else if (await saveAndReport()) report(texts.revised);
  generationReport.value =
    lost.length > 0
      ? [texts.lost(lost.join(', ')), ...describeReport(withoutLost(revised.report))]
      : describeReport(revised.report);
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
