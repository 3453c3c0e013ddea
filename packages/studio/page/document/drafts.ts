import { signal } from '@preact/signals';

/** A document that is being edited, as it was opened or last saved. */
export interface Draft {
  /** The template's id; for a new document, a generated key. */
  readonly key: string;
  readonly id?: string | undefined;
  readonly revision?: string | undefined;
  readonly savedName: string;
  readonly savedCode: string;
}

/** A draft with its unsaved text. */
export interface StoredDraft extends Draft {
  readonly name: string;
  readonly code: string;
  /** Values that were set by hand. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Time of the last change, in Unix milliseconds. */
  readonly changedAt: number;
}

/** A stored draft with its browser tab. */
export interface ListedDraft {
  readonly tab: string;
  readonly stored: StoredDraft;
}

const tabKey = 'studio-tab';
const draftPrefix = 'studio-draft:';
const undoPrefix = 'studio-undo:';
const lockName = (id: string): string => `studio-tab:${id}`;
const getDraftKey = (key: string, its = tab): string => `${draftPrefix}${its}:${key}`;
const getUndoKey = (key: string, its = tab): string => `${undoPrefix}${its}:${key}`;

let tab = '';
/** Drafts of this tab. Local storage has a copy; a draft that does not fit there is lost with the page. */
const drafts = new Map<string, StoredDraft>();
const undos = new Map<string, object>();

/** Increases when the drafts of any tab change. */
export const draftsChanged = signal(0);
/** Whether every draft of this tab is stored, so that closing the page loses nothing. */
export const areDraftsStored = signal(true);

// without reading it, so that effects that store drafts do not depend on it
const countChange = (): void => {
  draftsChanged.value = draftsChanged.peek() + 1;
};

export const newKey = (): string => `new-${crypto.randomUUID()}`;

/** Returns whether a draft has unsaved changes. */
const isUnsaved = ({ id, name, code, values, savedName, savedCode }: StoredDraft): boolean =>
  name !== savedName || code !== savedCode || (id === undefined && Object.keys(values).length > 0);

const parseDraft = (text: string | null): StoredDraft | undefined => {
  try {
    const stored = JSON.parse(text ?? '') as StoredDraft;
    const isDraft = [stored.key, stored.name, stored.code].every((part) => typeof part === 'string');
    return isDraft && typeof stored.values === 'object' ? stored : undefined;
  } catch {
    // it may have been written by another version of the studio
    return undefined;
  }
};

const storedDrafts = (): ListedDraft[] =>
  Object.keys(localStorage).flatMap((position) => {
    if (!position.startsWith(draftPrefix)) return [];
    const [its = ''] = position.slice(draftPrefix.length).split(':', 1);
    const stored = parseDraft(localStorage.getItem(position));
    return stored ? [{ tab: its, stored }] : [];
  });

/** Waits for a tab's name while another page has it. @returns whether this page has it now */
const claim = (id: string, patienceMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    navigator.locks
      .request(lockName(id), { signal: AbortSignal.timeout(patienceMs) }, () => {
        resolve(true);
        // held until the page closes
        return new Promise<never>(() => undefined);
      })
      .catch(() => resolve(false));
  });

/** Time for which a reloaded page waits for the previous one; a duplicated tab then gets another name. */
const reloadMs = 400;

/** Gives this browser tab its name, and reads its drafts. Must be called before any other function. */
export const claimTab = async (): Promise<void> => {
  const before = sessionStorage.getItem(tabKey);
  tab = before ?? crypto.randomUUID();
  if (!(await claim(tab, reloadMs))) {
    tab = crypto.randomUUID();
    await claim(tab, reloadMs);
    for (const { tab: its, stored } of storedDrafts()) if (its === before) putDraft(stored);
  }
  sessionStorage.setItem(tabKey, tab);
  for (const { tab: its, stored } of storedDrafts()) if (its === tab) drafts.set(stored.key, stored);
  addEventListener('storage', countChange);
  addEventListener('beforeunload', (event) => {
    if (!areDraftsStored.value) event.preventDefault();
  });
};

const openTabs = async (): Promise<ReadonlySet<string>> =>
  new Set((await navigator.locks.query()).held?.map(({ name = '' }) => name));

/** Deletes data that can be spared: undo history, and drafts of closed tabs without unsaved changes. */
const makeRoom = (): void => {
  for (const position of Object.keys(localStorage))
    if (position.startsWith(undoPrefix)) localStorage.removeItem(position);
  for (const { tab: its, stored } of storedDrafts())
    if (its !== tab && !isUnsaved(stored) && Object.keys(stored.values).length === 0)
      localStorage.removeItem(getDraftKey(stored.key, its));
};

const store = (position: string, text: string): boolean => {
  try {
    localStorage.setItem(position, text);
    return true;
  } catch {
    return false;
  }
};

/** Stores a draft of this tab immediately. */
export const putDraft = (stored: StoredDraft): void => {
  drafts.set(stored.key, stored);
  const text = JSON.stringify(stored);
  let isStored = store(getDraftKey(stored.key), text);
  if (!isStored) {
    makeRoom();
    isStored = store(getDraftKey(stored.key), text);
  }
  // an older text would look like the latest one
  if (!isStored) localStorage.removeItem(getDraftKey(stored.key));
  areDraftsStored.value = isStored;
  countChange();
};

export const getDraft = (key: string): StoredDraft | undefined => drafts.get(key);

/** Deletes a draft, of this tab or another. */
export const dropDraft = (key: string, its = tab): void => {
  if (its === tab) {
    drafts.delete(key);
    undos.delete(key);
  }
  localStorage.removeItem(getDraftKey(key, its));
  localStorage.removeItem(getUndoKey(key, its));
  countChange();
};

/** Maximum number of characters of an undo history that is worth storing. */
const longestUndo = 400_000;

/** Stores an editor's state with its undo history. */
export const putUndo = (key: string, state: object): void => {
  undos.set(key, state);
  const text = JSON.stringify(state);
  if (text.length > longestUndo || !store(getUndoKey(key), text)) localStorage.removeItem(getUndoKey(key));
};

export const getUndo = (key: string): object | undefined => {
  try {
    return undos.get(key) ?? JSON.parse(localStorage.getItem(getUndoKey(key)) ?? 'null') ?? undefined;
  } catch {
    // it may have been written by another version of the studio
    return undefined;
  }
};

const getSavedKey = (key: string): string => `studio-saved:${key}`;

/** Returns the id that a document got when it was saved, or `key` itself. */
export const keyAfterSaving = (key: string): string => sessionStorage.getItem(getSavedKey(key)) ?? key;

/** Gives a draft the id with which it was saved. */
export const renameDraft = (key: string, id: string): void => {
  sessionStorage.setItem(getSavedKey(key), id);
  const undo = getUndo(key);
  dropDraft(key);
  if (undo) putUndo(id, undo);
};

const isSameText = (one: StoredDraft, other: StoredDraft | undefined): boolean =>
  other !== undefined &&
  one.name === other.name &&
  one.code === other.code &&
  JSON.stringify(one.values) === JSON.stringify(other.values);

/** Returns drafts of closed tabs, last changed first. */
const orphans = async (): Promise<ListedDraft[]> => {
  const open = await openTabs();
  return storedDrafts()
    .filter(({ tab: its }) => its !== tab && !open.has(lockName(its)))
    .sort((one, other) => other.stored.changedAt - one.stored.changedAt);
};

/** Takes over the last draft of a document in a closed tab. */
export const adoptDraft = async (key: string): Promise<StoredDraft | undefined> => {
  const left = (await orphans()).filter(({ stored }) => stored.key === key);
  const found = left.find(({ stored }) => isUnsaved(stored)) ?? left[0];
  if (!found) return undefined;
  takeDraft(found.tab, found.stored);
  return found.stored;
};

/**
 * Takes over a draft of a closed tab. If this tab has one of the same template, it becomes a new document.
 *
 * @returns the key of the draft in this tab
 */
export const takeDraft = (from: string, stored: StoredDraft): string => {
  if (from === tab) return stored.key;
  const own = drafts.get(stored.key);
  const isTaken = own !== undefined && isUnsaved(own);
  const key = isTaken ? newKey() : stored.key;
  const undo = localStorage.getItem(getUndoKey(stored.key, from));
  putDraft(isTaken ? { ...stored, key, id: undefined, revision: undefined, savedName: '', savedCode: '' } : stored);
  undos.delete(key);
  if (undo) store(getUndoKey(key), undo);
  dropDraft(stored.key, from);
  return key;
};

/** Returns the unsaved documents of this tab and of closed tabs, last changed first. */
export const unsavedDrafts = async (): Promise<ListedDraft[]> => {
  const own = Array.from(drafts.values(), (stored) => ({ tab, stored }));
  const left = (await orphans()).filter(({ stored }) => !isSameText(stored, drafts.get(stored.key)));
  return [...own, ...left]
    .filter(({ stored }) => isUnsaved(stored))
    .sort((one, other) => other.stored.changedAt - one.stored.changedAt);
};

/** Returns whether another open tab has unsaved changes of this template. */
export const isUnsavedElsewhere = async (key: string): Promise<boolean> => {
  const open = await openTabs();
  return storedDrafts().some(
    ({ tab: its, stored }) => its !== tab && stored.key === key && isUnsaved(stored) && open.has(lockName(its)),
  );
};

/** Deletes drafts of closed tabs without unsaved changes. */
export const cleanupDrafts = async (): Promise<void> => {
  for (const { tab: its, stored } of await orphans())
    if (!isUnsaved(stored) && Object.keys(stored.values).length === 0) dropDraft(stored.key, its);
};
