import { signal } from '@preact/signals';

/** A document that is being edited, as it was opened or last saved. */
export interface Draft {
  /** The template's id; a name of its own for a document that is not saved yet. */
  readonly key: string;
  readonly id?: string | undefined;
  readonly revision?: string | undefined;
  readonly savedName: string;
  readonly savedCode: string;
}

/** A draft with what was typed. */
export interface StoredDraft extends Draft {
  readonly name: string;
  readonly code: string;
  /** Values that were set by hand. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970 of the last change. */
  readonly changedAt: number;
}

/** A stored draft and the browser tab it belongs to. */
export interface ListedDraft {
  readonly tab: string;
  readonly stored: StoredDraft;
}

const tabPosition = 'studio-tab';
const draftPrefix = 'studio-draft:';
const undoPrefix = 'studio-undo:';
const lockName = (id: string): string => `studio-tab:${id}`;
const draftPosition = (key: string, its = tab): string => `${draftPrefix}${its}:${key}`;
const undoPosition = (key: string, its = tab): string => `${undoPrefix}${its}:${key}`;

let tab = '';
/** Drafts of this tab. The browser's store is their copy: what does not fit there is lost with the page only. */
const drafts = new Map<string, StoredDraft>();
const undos = new Map<string, object>();

/** Grows when the drafts of any tab change. */
export const draftsChanged = signal(0);
/** Whether every draft of this tab is stored, so that nothing is lost with the page. */
export const areDraftsStored = signal(true);

// without reading it: what stores drafts does not follow it
const countChange = (): void => {
  draftsChanged.value = draftsChanged.peek() + 1;
};

export const newKey = (): string => `new-${crypto.randomUUID()}`;

/** Returns whether something was typed that is saved nowhere. */
const isUnsaved = ({ id, name, code, values, savedName, savedCode }: StoredDraft): boolean =>
  name !== savedName || code !== savedCode || (id === undefined && Object.keys(values).length > 0);

const parseDraft = (text: string | null): StoredDraft | undefined => {
  try {
    const stored = JSON.parse(text ?? '') as StoredDraft;
    const isDraft = [stored.key, stored.name, stored.code].every((part) => typeof part === 'string');
    return isDraft && typeof stored.values === 'object' ? stored : undefined;
  } catch {
    // another version of the studio may have written it
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

/** Waits for a tab's name, which another page has until it is gone. @returns whether this page has it now. */
const claim = (id: string, patienceMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    navigator.locks
      .request(lockName(id), { signal: AbortSignal.timeout(patienceMs) }, () => {
        resolve(true);
        // held until the page goes
        return new Promise<never>(() => undefined);
      })
      .catch(() => resolve(false));
  });

/** A reloaded page waits this long for its predecessor; the copy of a tab gets a name of its own afterwards. */
const reloadMs = 400;

/** Gives this browser tab its name, and reads its drafts. Called once, before any other function of this file. */
export const claimTab = async (): Promise<void> => {
  const before = sessionStorage.getItem(tabPosition);
  tab = before ?? crypto.randomUUID();
  if (!(await claim(tab, reloadMs))) {
    tab = crypto.randomUUID();
    await claim(tab, reloadMs);
    for (const { tab: its, stored } of storedDrafts()) if (its === before) putDraft(stored);
  }
  sessionStorage.setItem(tabPosition, tab);
  for (const { tab: its, stored } of storedDrafts()) if (its === tab) drafts.set(stored.key, stored);
  addEventListener('storage', countChange);
  addEventListener('beforeunload', (event) => {
    if (!areDraftsStored.value) event.preventDefault();
  });
};

const openTabs = async (): Promise<ReadonlySet<string>> =>
  new Set((await navigator.locks.query()).held?.map(({ name = '' }) => name));

/** Drops what can be had again: steps of undo, and drafts of closed tabs in which everything is saved. */
const makeRoom = (): void => {
  for (const position of Object.keys(localStorage))
    if (position.startsWith(undoPrefix)) localStorage.removeItem(position);
  for (const { tab: its, stored } of storedDrafts())
    if (its !== tab && !isUnsaved(stored) && Object.keys(stored.values).length === 0)
      localStorage.removeItem(draftPosition(stored.key, its));
};

const store = (position: string, text: string): boolean => {
  try {
    localStorage.setItem(position, text);
    return true;
  } catch {
    return false;
  }
};

/** Stores a draft of this tab, at once. */
export const putDraft = (stored: StoredDraft): void => {
  drafts.set(stored.key, stored);
  const text = JSON.stringify(stored);
  let isStored = store(draftPosition(stored.key), text);
  if (!isStored) {
    makeRoom();
    isStored = store(draftPosition(stored.key), text);
  }
  // an older text in its place would come back as if it were the last
  if (!isStored) localStorage.removeItem(draftPosition(stored.key));
  areDraftsStored.value = isStored;
  countChange();
};

export const getDraft = (key: string): StoredDraft | undefined => drafts.get(key);

/** Forgets a draft, of this tab or of another. */
export const dropDraft = (key: string, its = tab): void => {
  if (its === tab) {
    drafts.delete(key);
    undos.delete(key);
  }
  localStorage.removeItem(draftPosition(key, its));
  localStorage.removeItem(undoPosition(key, its));
  countChange();
};

/** Steps of undo larger than this are not worth what they take of the browser's store: characters. */
const longestUndo = 400_000;

/** Keeps an editor's state with its steps of undo. */
export const putUndo = (key: string, state: object): void => {
  undos.set(key, state);
  const text = JSON.stringify(state);
  if (text.length > longestUndo || !store(undoPosition(key), text)) localStorage.removeItem(undoPosition(key));
};

export const getUndo = (key: string): object | undefined => {
  try {
    return undos.get(key) ?? JSON.parse(localStorage.getItem(undoPosition(key)) ?? 'null') ?? undefined;
  } catch {
    // another version of the studio may have written it
    return undefined;
  }
};

const savedPosition = (key: string): string => `studio-saved:${key}`;

/** The id that a document got when it was saved, or `key` itself. */
export const keyAfterSaving = (key: string): string => sessionStorage.getItem(savedPosition(key)) ?? key;

/** Gives a draft the id with which it was saved. */
export const renameDraft = (key: string, id: string): void => {
  sessionStorage.setItem(savedPosition(key), id);
  const undo = getUndo(key);
  dropDraft(key);
  if (undo) putUndo(id, undo);
};

const isSameText = (one: StoredDraft, other: StoredDraft | undefined): boolean =>
  other !== undefined &&
  one.name === other.name &&
  one.code === other.code &&
  JSON.stringify(one.values) === JSON.stringify(other.values);

/** Drafts of tabs that were closed, last changed first. */
const orphans = async (): Promise<ListedDraft[]> => {
  const open = await openTabs();
  return storedDrafts()
    .filter(({ tab: its }) => its !== tab && !open.has(lockName(its)))
    .sort((one, other) => other.stored.changedAt - one.stored.changedAt);
};

/** Takes over the last draft of a document that a closed tab has left. */
export const adoptDraft = async (key: string): Promise<StoredDraft | undefined> => {
  const left = (await orphans()).filter(({ stored }) => stored.key === key);
  const found = left.find(({ stored }) => isUnsaved(stored)) ?? left[0];
  if (!found) return undefined;
  takeDraft(found.tab, found.stored);
  return found.stored;
};

/**
 * Takes over a draft that a closed tab has left. Where this tab has one of the same template, it becomes a document of its own.
 *
 * @returns the key under which this tab has it now.
 */
export const takeDraft = (from: string, stored: StoredDraft): string => {
  if (from === tab) return stored.key;
  const own = drafts.get(stored.key);
  const isTaken = own !== undefined && isUnsaved(own);
  const key = isTaken ? newKey() : stored.key;
  const undo = localStorage.getItem(undoPosition(stored.key, from));
  putDraft(isTaken ? { ...stored, key, id: undefined, revision: undefined, savedName: '', savedCode: '' } : stored);
  undos.delete(key);
  if (undo) store(undoPosition(key), undo);
  dropDraft(stored.key, from);
  return key;
};

/** Unsaved documents of this tab and of closed tabs, last changed first. */
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

/** Removes drafts in which nothing was typed: those of closed tabs. */
export const cleanupDrafts = async (): Promise<void> => {
  for (const { tab: its, stored } of await orphans())
    if (!isUnsaved(stored) && Object.keys(stored.values).length === 0) dropDraft(stored.key, its);
};
