import { getUrl, saveAndReport } from '../mint/minting.ts';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { keyName } from './header.tsx';
import { closeDialog, dialog } from './places.ts';

const { shortcuts: texts } = words;

const commands: Readonly<Record<string, () => unknown>> = {
  s: () => saveAndReport(),
  enter: () => getUrl(),
  k: () => {
    dialog.value = 'palette';
  },
};

/** Handles the page's shortcuts; the editor handles its own. */
export const listenToKeys = (): void => {
  addEventListener(
    'keydown',
    (event) => {
      const command = (event.ctrlKey || event.metaKey) && !event.altKey && commands[event.key.toLowerCase()];
      if (!command || dialog.value) return;
      event.preventDefault();
      // some are shortcuts of the editor too
      event.stopPropagation();
      command();
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
