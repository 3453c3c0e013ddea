import { render } from 'preact';
import { listenToChanges } from './changes.ts';
import { keepChecking } from './checking.ts';
import { keepDraft, resume } from './document.ts';
import { listenToKeys } from './keys.tsx';
import { isGalleryOpen } from './places.ts';
import { messageOf, ServiceError } from './service.ts';
import { listenToLinks } from './share/sharing.ts';
import { Locked, Studio } from './studio.tsx';
import { loadList } from './templates.ts';
import './theme.ts';
import { loadUsage } from './usage.ts';

const place = document.getElementById('studio') as HTMLElement;

try {
  await loadList();
  isGalleryOpen.value = !resume();
  keepDraft();
  keepChecking();
  listenToKeys();
  listenToLinks();
  void listenToChanges();
  render(<Studio />, place);
  await loadUsage();
} catch (error) {
  // biome-ignore lint/suspicious/noConsole: what nobody foresaw is told where developers look
  if (!(error instanceof ServiceError)) console.error(error);
  render(<Locked message={messageOf(error)} />, place);
}
