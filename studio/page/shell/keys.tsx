import { draft } from '../document/document.ts';
import { getUrl, saveAndReport } from '../mint/minting.ts';
import { Dialog } from './dialog.tsx';
import { keyName } from './header.tsx';
import { closeDialog, dialog, isGalleryOpen } from './places.ts';

const commands: Readonly<Record<string, () => unknown>> = {
  s: () => saveAndReport(),
  enter: () => getUrl(),
  k: () => {
    if (draft.value) isGalleryOpen.value = !isGalleryOpen.value;
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
  [keyName('K'), 'all templates, and back'],
  [keyName('Space'), 'complete what is being typed'],
  ['F8', 'next problem in the code'],
  [keyName('F'), 'search in the code'],
  ['Arrow keys', 'on the image: from element to element'],
  ['Enter', 'on the image: to the code of the element'],
  ['Esc, then Tab', 'leave the editor'],
];

export const KeysDialog = () => (
  <Dialog title="Keys" onClose={closeDialog}>
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
