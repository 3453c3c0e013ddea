import { signal } from '@preact/signals';
import { code, name, values } from '../document/document.ts';
import { here } from '../shell/address.ts';
import { complain, report } from '../shell/notice.tsx';
import { dialog } from '../shell/places.ts';
import { longestLink, readShared, type Shared, writeShared } from './share-link.ts';

/** Contents of the link in the URL; unused until the user confirms. */
export const received = signal<Shared | undefined>(undefined);

/** Copies a link that contains the card. Only its recipient can read it, no server. */
export const share = async (): Promise<void> => {
  const text = await writeShared({ name: name.value, code: code.value, values: values.value });
  const link = `${location.origin}/#share=${text}`;
  if (link.length > longestLink) return complain('The card is too large for a link: the limit is 64 KB, compressed.');
  try {
    await navigator.clipboard.writeText(link);
    report('Link copied. It contains code and values; the studio asks before it runs them.');
  } catch {
    complain('The browser does not let the studio copy.');
  }
};

const receive = async (): Promise<void> => {
  const text = new URLSearchParams(location.hash.slice(1)).get('share');
  if (text === null) return;
  history.replaceState(null, '', here.value);
  received.value = await readShared(text);
  if (received.value) dialog.value = 'share';
  else complain('The link holds no card that can be read.');
};

/** Reads a share link in the URL, now and after each change. */
export const listenToLinks = (): void => {
  addEventListener('hashchange', receive);
  void receive();
};
