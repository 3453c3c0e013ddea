import { render } from 'preact';
import { Refusal } from '../templates/template-source.ts';
import { retainAddress } from './address.ts';
import { listenToChanges } from './changes.ts';
import { retainChecking } from './checking.ts';
import { storeDraft } from './document.ts';
import { claimTab, cleanupDrafts } from './drafts.ts';
import { listenToKeys } from './keys.tsx';
import { getMessage } from './service.ts';
import { resumeSession, storeSession } from './session.ts';
import { listenToLinks } from './share/sharing.ts';
import { SignIn } from './sign-in.tsx';
import { apiKey, isOfStage } from './stage.ts';
import { Locked, Studio } from './studio.tsx';
import { loadList, loadListLater } from './templates.ts';
import './theme.ts';
import { loadUsage } from './usage.ts';

const root = document.getElementById('studio') as HTMLElement;

/** @throws Refusal when the service or the studio's server rejects the session or key */
const open = async (): Promise<void> => {
  await loadList().catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    // drafts are in the browser, so work can continue meanwhile
    if (error.code === 'UNREACHABLE') return void loadListLater();
    if (isOfStage || error.status !== 401 || !resumeSession()) throw error;
    return loadList();
  });
  if (!isOfStage) storeSession();
  storeDraft();
  retainChecking();
  listenToKeys();
  listenToLinks();
  await retainAddress();
  void listenToChanges();
  render(<Studio />, root);
  void cleanupDrafts();
  await loadUsage();
};

const close = (problem: string): void =>
  render(isOfStage ? <SignIn problem={problem} open={open} /> : <Locked message={problem} />, root);

await claimTab();
if (isOfStage && apiKey() === '') close('');
else
  await open().catch((error) => {
    // biome-ignore lint/suspicious/noConsole: unexpected errors are logged for developers
    if (!(error instanceof Refusal)) console.error(error);
    close(getMessage(error));
  });
