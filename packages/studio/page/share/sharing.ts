import { signal } from '@preact/signals';
import { code, name, values } from '../document/document.ts';
import { here } from '../shell/address.ts';
import { complain, report } from '../shell/notice.tsx';
import { dialog } from '../shell/places.ts';
import { words } from '../words.ts';
import { longestLink, readShared, type Shared, writeShared } from './share-link.ts';

const { share: texts } = words;

/** Contents of the link in the URL; unused until the user confirms. */
export const received = signal<Shared | undefined>(undefined);

/** Copies a link that contains the card. Only its recipient can read it, no server. */
export const share = async (): Promise<void> => {
  const text = await writeShared({ name: name.value, code: code.value, values: values.value });
  const link = `${location.origin}/#share=${text}`;
  if (link.length > longestLink) return complain(texts.tooLarge);
  try {
    await navigator.clipboard.writeText(link);
    report(texts.copied);
  } catch {
    complain(words.settings.noCopying);
  }
};

/** Returns the contents of the share link in the URL; null if it is damaged, undefined if there is none. */
export const readLink = async (): Promise<Shared | null | undefined> => {
  const text = new URLSearchParams(location.hash.slice(1)).get('share');
  return text === null ? undefined : ((await readShared(text)) ?? null);
};

const receive = async (): Promise<void> => {
  const shared = await readLink();
  if (shared === undefined) return;
  history.replaceState(null, '', here.value);
  received.value = shared ?? undefined;
  if (shared) dialog.value = 'share';
  else complain(texts.damaged);
};

/** Reads a share link in the URL, now and after each change. */
export const listenToLinks = (): void => {
  addEventListener('hashchange', receive);
  void receive();
};
