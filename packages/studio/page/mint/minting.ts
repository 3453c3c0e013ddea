import { computed, signal } from '@preact/signals';
import type { MintedUrl } from '../../../client/src/minting.ts';
import { Refusal } from '../../templates/template-source.ts';
import { draft, isSaved, save, values } from '../document/document.ts';
import { chosenSize, errors, variables } from '../image/checking.ts';
import { ask, getMessage } from '../session/service.ts';
import { loadUsage } from '../session/usage.ts';
import { complain, report } from '../shell/notice.tsx';
import { dialog } from '../shell/places.ts';
import { getLabel } from '../variables/kinds.ts';
import { words } from '../words.ts';

const { mint: texts } = words;

export const isBusy = signal(false);

const saveNow = async (isForced: boolean): Promise<boolean> => {
  isBusy.value = true;
  try {
    await save(isForced);
    report(texts.saved);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'REVISION_CONFLICT') dialog.value = 'conflict';
    else complain(getMessage(error));
    return false;
  } finally {
    isBusy.value = false;
  }
};

/** The last of the saves that are under way. */
let underWay: Promise<boolean> | undefined;

/** Saves the editor's text and reports it, after a save that is under way. @returns whether it is saved */
export const saveAndReport = async (isForced = false): Promise<boolean> => {
  const before = underWay;
  const saving = (async () => ((await before) && isSaved.value && !isForced) || saveNow(isForced))();
  underWay = saving;
  const isDone = await saving;
  if (underWay === saving) underWay = undefined;
  return isDone;
};

/** Returns what has to be done before an image can have a URL. */
const getObstacle = (): string | undefined => {
  if (errors.value.length > 0) return texts.fixErrors;
  const missing = variables.value.filter(({ name, required }) => required && !Object.hasOwn(values.value, name));
  const names = missing.map(({ name }) => getLabel(name)).join(', ');
  return names ? texts.giveValues(names) : undefined;
};

/** Saves the editor's text and shows the code that gives its pages a URL. */
export const getUrl = async (): Promise<void> => {
  const obstacle = getObstacle();
  if (obstacle) return complain(obstacle);
  if (!isSaved.value && !(await saveAndReport())) return;
  dialog.value = 'mint';
};

const storageKey = 'studio-minted';
/** Number of minted URLs that are stored in this tab. */
const mostStored = 30;
type Stored = readonly (readonly [image: string, minted: MintedUrl])[];

const readStored = (): Stored => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
  } catch {
    return [];
  }
};

const store = (image: string, minted: MintedUrl): void => {
  try {
    const others = readStored().filter(([one]) => one !== image);
    sessionStorage.setItem(storageKey, JSON.stringify([[image, minted], ...others].slice(0, mostStored)));
  } catch {
    // full: the image is counted again if it is minted again
  }
};

/** The body of a mint of the displayed image. */
const mintBody = computed(() => ({
  ...{ templateId: draft.value?.id, variables: values.value, size: chosenSize.value, details: true },
}));

/** Identifies the displayed image: equal for equal images. */
const imageKey = computed(() => JSON.stringify([mintBody.value, draft.value?.revision, draft.value?.savedCode]));

const changes = signal(0);

/** The URL of the displayed image, if it was minted in this tab. */
export const minted = computed<MintedUrl | undefined>(() => {
  void changes.value;
  return readStored().find(([image]) => image === imageKey.value)?.[1];
});

/** Mints a URL of the displayed image, once. @throws Refusal */
export const mint = async (): Promise<void> => {
  const [image, body] = [imageKey.value, mintBody.value];
  if (minted.value) return;
  isBusy.value = true;
  try {
    const { details, ...answer } = await ask<MintedUrl & { details: object }>('POST', '/v1/url', body);
    store(image, { ...answer, ...details });
    changes.value++;
  } finally {
    isBusy.value = false;
    void loadUsage();
  }
};
