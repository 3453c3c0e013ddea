import { kind, loadList, readTemplate } from '../gallery/templates.ts';
import { session } from '../session/session.ts';
import { dialog } from '../shell/places.ts';
import { draft, reload } from './document.ts';

/** Loads a template that was changed outside the studio, unless that would discard unsaved text. */
const take = async (id: string): Promise<void> => {
  await loadList();
  if (draft.value?.id !== id) return;
  const { revision } = await readTemplate(id);
  // saving in the studio is reported as a change too
  if (draft.value?.id !== id || draft.value.revision === revision) return;
  if (!(await reload()) && draft.value?.id === id) dialog.value = 'conflict';
};

const listenOnce = async (): Promise<void> => {
  const response = await fetch('/studio/changes', { headers: { 'studio-session': session() } });
  if (!response.ok || !response.body) throw new Error(`The studio's server answered ${response.status}.`);
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) await take(JSON.parse(line).id).catch(() => undefined);
  }
};

const pauseMs = 1_000;

/** Follows changes of files on disk for as long as the page is open. */
export const listenToChanges = async (): Promise<void> => {
  while (kind.value === 'files') {
    // the server may have been stopped, and may restart
    await listenOnce().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
};
