import { batch, computed, effect } from '@preact/signals';
import { draft, openTemplate } from './document.ts';
import { keyAfterSaving } from './drafts.ts';
import { complain } from './notice.tsx';
import { comparedVersion, isGalleryOpen, type PanelName, panelName, panelNames } from './places.ts';
import { getMessage } from './service.ts';

/** A place in the studio, as its address names it. Without a `key` it is the gallery. */
interface SourcePosition {
  readonly key?: string;
  readonly panel: PanelName;
  readonly version?: number;
}

const gallery: SourcePosition = { panel: 'variables' };

/** The part of an address behind its `#`, from there on: `#/templates/ID/history/3`. */
const writePosition = ({ key, panel, version }: SourcePosition): string => {
  if (key === undefined) return '#/';
  const parts = ['templates', encodeURIComponent(key), ...(panel === 'variables' ? [] : [panel])];
  return `#/${[...parts, ...(version === undefined ? [] : [String(version)])].join('/')}`;
};

/** Reads what anyone may write into a link. @returns the gallery for what it cannot read. */
const readPosition = (hash: string): SourcePosition => {
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

/** The address of what is open. */
export const here = computed(() => {
  const key = isGalleryOpen.value ? undefined : draft.value?.key;
  const version = panelName.value === 'history' ? comparedVersion.value : undefined;
  return writePosition({
    ...(key !== undefined && { key }),
    panel: panelName.value,
    ...(version !== undefined && { version }),
  });
});

let asked = 0;

/** Shows what the address names. */
const follow = async (): Promise<void> => {
  const mine = ++asked;
  const { key, panel, version } = readPosition(location.hash);
  try {
    const wanted = key === undefined ? undefined : keyAfterSaving(key);
    if (wanted !== undefined && draft.value?.key !== wanted) await openTemplate(wanted);
    if (mine !== asked) return;
    batch(() => {
      isGalleryOpen.value = key === undefined;
      if (key !== undefined) panelName.value = panel;
      comparedVersion.value = version;
    });
  } catch (error) {
    if (mine !== asked) return;
    complain(getMessage(error));
    isGalleryOpen.value ||= draft.value === undefined;
  }
  history.replaceState(null, '', here.value);
};

/** Opens what the address names, and has it name what is open from then on: browser back leads through both. */
export const retainAddress = async (): Promise<void> => {
  await follow();
  let before = draft.peek()?.key;
  let last = here.peek();
  effect(() => {
    const [next, key] = [here.value, draft.value?.key];
    // a document that was saved has another key, and is at no other place
    const isRenamed = before !== undefined && key !== before && keyAfterSaving(before) === key;
    before = key;
    // the address may be ahead: what it names is on its way
    if (next === last) return;
    last = next;
    if (location.hash === next) return;
    asked++;
    if (isRenamed) history.replaceState(null, '', next);
    else history.pushState(null, '', next);
  });
  addEventListener('popstate', () => {
    // the printed address, put into a page that is open: its session is read when a page is loaded
    if (location.hash.startsWith('#session=')) location.reload();
    else if (location.hash.startsWith('#/') || location.hash === '') void follow();
  });
};
