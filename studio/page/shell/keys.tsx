import { getUrl, saveAndReport } from '../mint/minting.ts';
import { Dialog } from './dialog.tsx';
import { keyName } from './header.tsx';
import { closeDialog, dialog } from './places.ts';

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
  [keyName('S'), 'save'],
  [keyName('Enter'), 'save and get a URL'],
  [keyName('K'), 'go to a template, or run a command'],
  [keyName('Space'), 'complete'],
  ['F8', 'next diagnostic'],
  [keyName('F'), 'search in the code'],
  ['Arrow keys', 'on the image: select an element'],
  ['Enter', 'on the image: go to the code of the element'],
  ['Esc, then Tab', 'leave the editor'],
];

export const KeysDialog = () => (
  <Dialog title="Keyboard shortcuts" onClose={closeDialog}>
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
