import { computed, effect, signal } from '@preact/signals';
import { loadList, type OpenTemplate, readTemplate, saveTemplate } from './templates.ts';

/** What is being edited. Without an id it is not saved yet. */
export interface Draft {
  readonly id?: string | undefined;
  readonly revision?: string | undefined;
  readonly savedName: string;
  readonly savedCode: string;
}

export const draft = signal<Draft | undefined>(undefined);
export const name = signal('');
export const code = signal('');
/** Values that were set by hand; all others are the template's own. */
export const values = signal<Readonly<Record<string, unknown>>>({});
/** Grows when another text is put into the editor than was typed there. */
export const opened = signal(0);

export const isSaved = computed(() => {
  const { id, savedName, savedCode } = draft.value ?? {};
  return id !== undefined && savedName === name.value && savedCode === code.value;
});

const show = (next: Draft, itsName: string, itsCode: string, itsValues: Record<string, unknown> = {}): void => {
  draft.value = next;
  name.value = itsName;
  code.value = itsCode;
  values.value = itsValues;
  opened.value++;
};

/** A new template with this code, of a starter, of a share link, or empty, and without cases. */
export const begin = (itsName: string, itsCode: string, itsValues: Record<string, unknown> = {}): void => {
  localStorage.removeItem(casesPlace());
  show({ savedName: itsName, savedCode: itsCode }, itsName, itsCode, itsValues);
};

const showSaved = (template: OpenTemplate, itsValues?: Record<string, unknown>): void => {
  const { id, revision, name: savedName, code: savedCode } = template;
  show({ id, revision, savedName, savedCode }, savedName, savedCode, itsValues);
};

/** Opens a template of one's own, and of a starter a copy. */
export const openTemplate = async (id: string): Promise<void> => {
  const template = await readTemplate(id);
  if (template.isStarter) begin(`My ${template.name.toLowerCase()}`, template.code);
  else showSaved(template);
};

/** Leaves what is in the editor for nothing. */
export const leave = (): void => {
  draft.value = undefined;
};

/** Saves what is in the editor; what is typed meanwhile stays unsaved. @throws Refusal. */
export const save = async (isForced = false): Promise<void> => {
  const now = draft.value;
  if (!now) return;
  const [itsName, itsCode] = [name.value, code.value];
  const { id } = now;
  const template = await saveTemplate({
    id,
    name: itsName,
    code: itsCode,
    ...(!isForced && { revision: now.revision }),
  });
  if (id === undefined) takeCasesAlong(template.id);
  draft.value = { id: template.id, revision: template.revision, savedName: itsName, savedCode: itsCode };
  void loadList();
};

/** What the template has in place of what is in the editor. */
export const reload = async (): Promise<void> => {
  const id = draft.value?.id;
  if (id !== undefined) showSaved(await readTemplate(id), { ...values.value });
};

/** Where the cases of a template are kept; those of one that is not saved yet have a place of their own. */
export const casesPlace = (id = ''): string => `studio-cases:${id}`;

const takeCasesAlong = (id: string): void => {
  const cases = localStorage.getItem(casesPlace());
  if (!cases) return;
  localStorage.setItem(casesPlace(id), cases);
  localStorage.removeItem(casesPlace());
};

const place = 'studio-draft';

interface Kept extends Draft {
  readonly name: string;
  readonly code: string;
  readonly values: Record<string, unknown>;
}

/** Puts back what was in the editor when the page was left. @returns whether there was anything. */
export const resume = (): boolean => {
  try {
    const text = localStorage.getItem(place);
    if (!text) return false;
    const { name: itsName, code: itsCode, values: itsValues, ...kept } = JSON.parse(text) as Kept;
    show(kept, itsName, itsCode, itsValues);
    return true;
  } catch {
    // somebody else's, or of another version of the studio
    return false;
  }
};

/** From now on nothing that was typed is lost with the page. */
export const keepDraft = (): void => {
  effect(() => {
    if (!draft.value) return localStorage.removeItem(place);
    const kept = { ...draft.value, name: name.value, code: code.value, values: values.value };
    try {
      localStorage.setItem(place, JSON.stringify(kept));
    } catch {
      // too large for what a browser keeps: it is there until the page goes
      localStorage.removeItem(place);
    }
  });
};
