import { signal } from '@preact/signals';
import { here } from '../address.ts';
import { code, name, values } from '../document.ts';
import { complain, report } from '../notice.tsx';
import { dialog } from '../places.ts';
import { longestLink, readShared, type Shared, writeShared } from './share-link.ts';

/** What the address brought along; nothing is done with it before somebody says so. */
export const received = signal<Shared | undefined>(undefined);

/** Copies a link that holds the card: it goes to whoever opens it, and to no server. */
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

/** Looks at the address now, and whenever a link is put into it. */
export const listenToLinks = (): void => {
  addEventListener('hashchange', receive);
  void receive();
};
