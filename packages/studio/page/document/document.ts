import { batch, computed, effect, signal } from '@preact/signals';
import { Refusal } from '../../templates/template-source.ts';
import { loadList, type OpenTemplate, readTemplate, saveTemplate } from '../gallery/templates.ts';
import { complain, report } from '../shell/notice.tsx';
import { comparedVersion } from '../shell/places.ts';
import { words } from '../words.ts';
import {
  adoptDraft,
  type Draft,
  dropDraft,
  getDraft,
  isUnsavedElsewhere,
  newKey,
  putDraft,
  renameDraft,
  type StoredDraft,
} from './drafts.ts';

const { document: texts } = words;

export const draft = signal<Draft | undefined>(undefined);
export const name = signal('');
export const code = signal('');
/** Values that were set by hand; all others are the template's defaults. */
export const values = signal<Readonly<Record<string, unknown>>>({});
/** Increases when text is put into the editor other than by typing. */
export const opened = signal(0);

export const isSaved = computed(() => {
  const { id, savedName, savedCode } = draft.value ?? {};
  return id !== undefined && savedName === name.value && savedCode === code.value;
});

const show = ({ name: itsName, code: itsCode, values: itsValues, changedAt: _, ...next }: StoredDraft): void =>
  // one update, so that effects never see a mixture of two documents
  batch(() => {
    if (draft.value?.key !== next.key) comparedVersion.value = undefined;
    draft.value = next;
    name.value = itsName;
    code.value = itsCode;
    values.value = itsValues;
    opened.value++;
  });

const getStored = (template: OpenTemplate, itsValues: StoredDraft['values'] = {}): StoredDraft => {
  const { id, revision, name: savedName, code: savedCode } = template;
  const parts = { key: id, id, revision, savedName, savedCode };
  return { ...parts, name: savedName, code: savedCode, values: itsValues, changedAt: Date.now() };
};

/** Opens a new template with this code, for example of a starter or share link, without cases. */
export const begin = (itsName: string, itsCode: string, itsValues: Record<string, unknown> = {}): void => {
  asked++;
  const parts = { key: newKey(), savedName: itsName, savedCode: itsCode };
  show({ ...parts, name: itsName, code: itsCode, values: itsValues, changedAt: Date.now() });
};

/** Number of the last request to open something; responses to earlier ones are ignored. */
let asked = 0;

const isNotFound = (error: unknown): boolean => error instanceof Refusal && error.code === 'TEMPLATE_NOT_FOUND';

/** Compares a draft that was opened before the service responded with the saved template. */
const compareWithSaved = async (shown: StoredDraft): Promise<void> => {
  if (shown.id === undefined) return;
  const mine = asked;
  const template = await readTemplate(shown.id).catch((error) => {
    if (isNotFound(error) && mine === asked && draft.value?.key === shown.key) {
      draft.value = { ...draft.value, id: undefined, revision: undefined };
      complain(texts.deleted);
    }
    return undefined;
  });
  if (!template || mine !== asked || draft.value?.key !== shown.key) return;
  if (template.revision === draft.value.revision) return;
  if (isSaved.value) show(getStored(template, values.value));
  else report(texts.newer);
};

/** Opens the draft of this tab, or of a closed tab. @returns whether there is one */
const openDraft = async (key: string): Promise<boolean> => {
  const mine = ++asked;
  const stored = getDraft(key) ?? (await adoptDraft(key));
  if (!stored || mine !== asked) return stored !== undefined;
  show(stored);
  void compareWithSaved(stored);
  return true;
};

/** Opens a document by its key: its draft, otherwise the saved one. A starter is opened as a copy. @throws Refusal */
export const openTemplate = async (key: string): Promise<void> => {
  if (await openDraft(key)) return;
  if (key.startsWith('new-')) throw new Refusal(404, 'TEMPLATE_NOT_FOUND', texts.noDraft);
  const mine = asked;
  const template = await readTemplate(key);
  if (mine !== asked) return;
  if (template.isStarter) return begin(texts.copy(template.name), template.code);
  show(getStored(template));
  if (await isUnsavedElsewhere(key)) report(texts.otherTab);
};

/** Replaces the editor's text; undo restores it. */
export const changeText = (text: string): void =>
  batch(() => {
    code.value = text;
    opened.value++;
  });

/** Opens a copy of the document in the editor as a new template. */
export const duplicate = (): void => {
  if (draft.value) begin(words.palette.copyOf(name.value), code.value, { ...values.value });
};

/** Closes the document in the editor. */
export const leave = (): void => {
  const key = draft.value?.key;
  draft.value = undefined;
  if (key !== undefined) dropDraft(key);
};

/** Replaces the editor's text by the last saved one, or by that with which a new document began. */
export const discard = (): void => {
  const { value: now } = draft;
  if (!now) return;
  if (now.id === undefined) leave();
  else show({ ...now, name: now.savedName, code: now.savedCode, values: values.value, changedAt: Date.now() });
};

/** Updates a draft that was saved, in the editor or, if another was opened meanwhile, in the store. */
const takeSaved = (before: Draft, saved: Draft): void => {
  const stored = getDraft(before.key);
  if (before.key !== saved.key) {
    takeCasesAlong(before.key, saved.key);
    renameDraft(before.key, saved.key);
  }
  if (draft.value?.key === before.key) draft.value = saved;
  else if (stored) putDraft({ ...stored, ...saved });
};

/** Saves the editor's text; text that is typed meanwhile stays unsaved. @throws Refusal */
export const save = async (isForced = false): Promise<void> => {
  const now = draft.value;
  if (!now) return;
  const [savedName, savedCode, { id }] = [name.value, code.value, now];
  const replaced = !isForced && { revision: now.revision };
  try {
    const template = await saveTemplate({ id, name: savedName, code: savedCode, ...replaced });
    takeSaved(now, { key: template.id, id: template.id, revision: template.revision, savedName, savedCode });
  } catch (error) {
    if (!isNotFound(error) || id === undefined) throw error;
    if (draft.value?.key === now.key) draft.value = { ...now, id: undefined, revision: undefined };
    throw new Refusal(404, 'TEMPLATE_NOT_FOUND', texts.saveAgain);
  }
  void loadList();
};

/**
 * Replaces the editor's text by the saved one. Undo restores it.
 *
 * @param mayReplace whether unsaved text may be replaced. @default false
 * @returns whether it was replaced; false if text was typed meanwhile
 * @throws Refusal
 */
export const reload = async (mayReplace = false): Promise<boolean> => {
  const before = draft.value;
  if (before?.id === undefined) return false;
  const [itsName, itsCode] = [name.value, code.value];
  const template = await readTemplate(before.id);
  const isUntouched = itsName === name.value && itsCode === code.value;
  if (draft.value?.key !== before.key || !(isSaved.value || (mayReplace && isUntouched))) return false;
  show(getStored(template, values.value));
  return true;
};

/** Returns the storage key of a document's cases. */
export const casesPosition = (key = ''): string => `studio-cases:${key}`;

const takeCasesAlong = (from: string, to: string): void => {
  const cases = localStorage.getItem(casesPosition(from));
  if (!cases) return;
  localStorage.setItem(casesPosition(to), cases);
  localStorage.removeItem(casesPosition(from));
};

/** Stores the draft after each change from now on. */
export const storeDraft = (): void => {
  effect(() => {
    if (!draft.value) return;
    const typed = { name: name.value, code: code.value, values: values.value };
    putDraft({ ...draft.value, ...typed, changedAt: Date.now() });
  });
};
