import { imageFormats } from 'image-url-engine/images.ts';
import { useId, useState } from 'preact/hooks';
import { code, draft, duplicate } from '../document/document.ts';
import { beginBlank, matches, open } from '../gallery/gallery.tsx';
import { hasAccount, listed } from '../gallery/templates.ts';
import { download } from '../image/download.ts';
import { getUrl, saveAndReport } from '../mint/minting.ts';
import { share } from '../share/sharing.ts';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { closeDialog, dialog, isPaletteOpen, settingsName, settingsNames, showEditor, showGallery } from './places.ts';
import { switchTheme } from './theme.ts';

interface Entry {
  readonly name: string;
  readonly description: string;
  readonly kind: string;
  readonly run: () => unknown;
}

const { palette: texts } = words;
const { commands } = texts;

const command = (name: string, run: () => unknown): Entry => ({
  ...{ name, description: '', kind: texts.kinds.command, run },
});

const openDialog = (name: typeof dialog.value) => () => {
  dialog.value = name;
};

/** Commands that can be run now. */
const getCommands = (): Entry[] => [
  command(commands.templates, showGallery),
  command(commands.blank, beginBlank),
  ...(draft.value && code.value
    ? [
        command(commands.save, () => saveAndReport()),
        command(commands.getUrl, getUrl),
        command(commands.duplicate, () => {
          duplicate();
          showEditor();
        }),
        command(commands.share, share),
        command(commands.fonts, openDialog('fonts')),
        ...imageFormats.map((format) => command(commands.download(format.toUpperCase()), () => download(format))),
      ]
    : []),
  ...(hasAccount.value
    ? settingsNames.map((name) =>
        command(`${words.settings.title}: ${words.settings.sections[name]}`, () => {
          settingsName.value = name;
        }),
      )
    : []),
  command(commands.theme, switchTheme),
  command(commands.shortcuts, openDialog('keys')),
];

const getTemplates = (): Entry[] =>
  listed.value?.map(({ id, name, description, isStarter }) => ({
    ...{ name, description, kind: isStarter ? texts.kinds.starter : texts.kinds.template, run: () => open(id) },
  })) ?? [];

const close = (): void => {
  isPaletteOpen.value = false;
};

/** Finds templates, starters and commands by name; arrow keys select, Enter runs. */
export const Palette = () => {
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const found = [...getCommands(), ...getTemplates()].filter((entry) => matches(entry, wanted));
  const at = Math.min(chosen, found.length - 1);
  const run = (entry: Entry | undefined): void => {
    if (!entry) return;
    close();
    closeDialog();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((at + step + found.length) % Math.max(found.length, 1));
    else if (event.key === 'Enter') run(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={texts.title} onClose={close}>
      <input
        type="text"
        list={undefined}
        role="combobox"
        aria-label={texts.placeholder}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        placeholder={texts.placeholder}
        autoFocus
        value={wanted}
        onInput={(event) => {
          setWanted(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      {found.length === 0 && <p class="empty">{texts.none}</p>}
      <div class="palette" role="listbox" id={id} aria-label={texts.title} hidden={found.length === 0}>
        {found.map((entry, n) => (
          <div
            key={`${entry.kind} ${entry.name} ${n}`}
            id={`${id}-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={n === at}
            ref={(element) => {
              if (n === at) element?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => run(entry)}
            onKeyDown={onKeyDown}
          >
            <span>{entry.name}</span>
            <span class="note">{entry.kind}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
};
