import { render } from 'preact';
import { Refusal } from '../templates/template-source.ts';
import { listenToChanges } from './changes.ts';
import { keepChecking } from './checking.ts';
import { keepDraft, resume } from './document.ts';
import { listenToKeys } from './keys.tsx';
import { isGalleryOpen } from './places.ts';
import { messageOf } from './service.ts';
import { keepSession, resumeSession } from './session.ts';
import { listenToLinks } from './share/sharing.ts';
import { SignIn } from './sign-in.tsx';
import { apiKey, isOfStage } from './stage.ts';
import { Locked, Studio } from './studio.tsx';
import { loadList } from './templates.ts';
import './theme.ts';
import { loadUsage } from './usage.ts';

const place = document.getElementById('studio') as HTMLElement;

/** @throws Refusal where the service, or the studio's server, lets nobody in. */
const open = async (): Promise<void> => {
  await loadList().catch((error) => {
    if (isOfStage || !(error instanceof Refusal) || error.status !== 401 || !resumeSession()) throw error;
    return loadList();
  });
  if (!isOfStage) keepSession();
  isGalleryOpen.value = !resume();
  keepDraft();
  keepChecking();
  listenToKeys();
  listenToLinks();
  void listenToChanges();
  render(<Studio />, place);
  await loadUsage();
};

const close = (problem: string): void =>
  render(isOfStage ? <SignIn problem={problem} open={open} /> : <Locked message={problem} />, place);

if (isOfStage && apiKey() === '') close('');
else
  await open().catch((error) => {
    // biome-ignore lint/suspicious/noConsole: what nobody foresaw is told where developers look
    if (!(error instanceof Refusal)) console.error(error);
    close(messageOf(error));
  });
