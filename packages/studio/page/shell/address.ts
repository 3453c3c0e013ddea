import { batch, computed, effect } from '@preact/signals';
import { draft, openTemplate } from '../document/document.ts';
import { keyAfterSaving } from '../document/drafts.ts';
import { getMessage } from '../session/service.ts';
import { complain } from './notice.tsx';
import {
  comparedVersion,
  isGalleryOpen,
  type PanelName,
  panelName,
  panelNames,
  type SettingsName,
  settingsName,
  settingsNames,
  showGallery,
} from './places.ts';

/** A position in the studio, as its URL contains it. Without a `key` it is the gallery. */
interface StudioPosition {
  readonly key?: string;
  readonly panel: PanelName;
  readonly version?: number;
  readonly settings?: SettingsName;
}

const gallery: StudioPosition = { panel: 'variables' };

/** Returns the fragment of a section of the settings. */
export const settingsAddress = (name: SettingsName): string => `#/settings/${name}`;

/** Returns the fragment of a position: `#/templates/ID/history/3`. */
const writePosition = ({ key, panel, version, settings }: StudioPosition): string => {
  if (settings !== undefined) return settingsAddress(settings);
  if (key === undefined) return '#/';
  const parts = ['templates', encodeURIComponent(key), ...(panel === 'variables' ? [] : [panel])];
  return `#/${[...parts, ...(version === undefined ? [] : [String(version)])].join('/')}`;
};

/** Parses an untrusted fragment. @returns the gallery if it is invalid */
const readPosition = (hash: string): StudioPosition => {
  const [, section] = /^#\/settings\/([\w-]+)$/.exec(hash) ?? [];
  const settings = settingsNames.find((name) => name === section);
  if (settings) return { ...gallery, settings };
  const [, id, panel = 'variables', version] = /^#\/templates\/([^/]+)(?:\/(\w+)(?:\/(\d{1,9}))?)?$/.exec(hash) ?? [];
  const known = panelNames.find((panelName) => panelName === panel);
  try {
    if (id === undefined || !known) return gallery;
    const position = { key: decodeURIComponent(id), panel: known };
    return known === 'history' && version ? { ...position, version: Number(version) } : position;
  } catch {
    return gallery;
  }
};

/** The fragment of the current position. */
export const here = computed(() => {
  const settings = settingsName.value;
  if (settings !== undefined) return writePosition({ ...gallery, settings });
  const key = isGalleryOpen.value ? undefined : draft.value?.key;
  const version = panelName.value === 'history' ? comparedVersion.value : undefined;
  return writePosition({
    ...(key !== undefined && { key }),
    panel: panelName.value,
    ...(version !== undefined && { version }),
  });
});

let asked = 0;

/** Opens the position in the URL. */
const follow = async (): Promise<void> => {
  const mine = ++asked;
  const { key, panel, version, settings } = readPosition(location.hash);
  try {
    const wanted = key === undefined ? undefined : keyAfterSaving(key);
    if (wanted !== undefined && draft.value?.key !== wanted) await openTemplate(wanted);
    if (mine !== asked) return;
    batch(() => {
      settingsName.value = settings;
      if (settings !== undefined) return;
      isGalleryOpen.value = key === undefined;
      if (key !== undefined) panelName.value = panel;
      comparedVersion.value = version;
    });
  } catch (error) {
    if (mine !== asked) return;
    complain(getMessage(error));
    showGallery();
  }
  history.replaceState(null, '', here.value);
};

/** Opens the position in the URL, and updates the URL from then on, so that the browser's back button works. */
export const retainAddress = async (): Promise<void> => {
  await follow();
  let before = draft.peek()?.key;
  let last = here.peek();
  effect(() => {
    const [next, key] = [here.value, draft.value?.key];
    // a saved document gets another key but is at the same position
    const isRenamed = before !== undefined && key !== before && keyAfterSaving(before) === key;
    before = key;
    // the position in the URL may still be loading
    if (next === last) return;
    last = next;
    if (location.hash === next) return;
    asked++;
    if (isRenamed) history.replaceState(null, '', next);
    else history.pushState(null, '', next);
  });
  addEventListener('popstate', () => {
    if (location.hash.startsWith('#/') || location.hash === '') void follow();
  });
};
