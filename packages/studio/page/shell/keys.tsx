import { getUrl, saveAndReport } from '../mint/minting.ts';
import { words } from '../words.ts';
import { Dialog, isDialogOpen } from './dialog.tsx';
import { keyName } from './header.tsx';
import { closeDialog, isPaletteOpen } from './places.ts';

const { shortcuts: texts } = words;

const commands: Readonly<Record<string, () => unknown>> = {
  s: () => saveAndReport(),
  enter: () => getUrl(),
};

/** Handles the page's shortcuts; the editor handles its own. */
export const listenToKeys = (): void => {
  addEventListener(
    'keydown',
    (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const command = commands[key];
      if (key !== 'k' && !command) return;
      // also in a dialog, where the browser would save the page or leave for its address bar
      event.preventDefault();
      // some are shortcuts of the editor too
      event.stopPropagation();
      if (key === 'k') isPaletteOpen.value = true;
      else if (!isDialogOpen()) command?.();
    },
    { capture: true },
  );
};

const described: readonly (readonly [string, string])[] = [
  [keyName('S'), texts.save],
  [keyName('Enter'), texts.getUrl],
  [keyName('K'), texts.palette],
  [keyName('Space'), texts.complete],
  ['F8', texts.next],
  [keyName('F'), texts.search],
  [texts.arrows, texts.select],
  ['Enter', texts.go],
  [texts.escape, texts.leave],
];

export const KeysDialog = () => (
  <Dialog title={texts.title} onClose={closeDialog}>
    <dl class="keys">
      {described.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
