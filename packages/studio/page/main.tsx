import { render } from 'preact';
import { Refusal } from '../templates/template-source.ts';
import { listenToChanges } from './document/changes.ts';
import { storeDraft } from './document/document.ts';
import { claimTab, cleanupDrafts } from './document/drafts.ts';
import { loadList, loadListLater } from './gallery/templates.ts';
import { retainChecking } from './image/checking.ts';
import { catchDroppedFiles } from './pictures/picture-drop.ts';
import { getMessage } from './session/service.ts';
import { resumeSession, storeSession } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { apiKey, isOfStage } from './session/stage.ts';
import { SharedCode } from './share/shared-code.tsx';
import { listenToLinks, readLink } from './share/sharing.ts';
import { retainAddress } from './shell/address.ts';
import { keepFocus } from './shell/keep-focus.ts';
import { listenToKeys } from './shell/keys.tsx';
import { Locked, Studio } from './studio.tsx';
import './shell/theme.ts';
import { loadUsage } from './session/usage.ts';

// a printed URL was entered into an open page, which reads its session only when it loads
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#session=')) location.reload();
});

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
  catchDroppedFiles();
  keepFocus();
  listenToLinks();
  await retainAddress();
  void listenToChanges();
  render(<Studio />, root);
  void cleanupDrafts();
  await loadUsage();
};

const close = async (problem: string): Promise<void> => {
  const shared = await readLink();
  const page = isOfStage ? <SignIn problem={problem} open={open} /> : <Locked message={problem} />;
  render(shared === undefined ? page : <SharedCode shared={shared}>{page}</SharedCode>, root);
};

await claimTab();
if (isOfStage && apiKey() === '') await close('');
else
  await open().catch((error) => {
    // biome-ignore lint/suspicious/noConsole: unexpected errors are logged for developers
    if (!(error instanceof Refusal)) console.error(error);
    return close(getMessage(error));
  });
