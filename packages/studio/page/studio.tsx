import { computed, effect } from '@preact/signals';
import { GenerateDialog } from './ai/generate-dialog.tsx';
import { ReviseDialog } from './ai/revise-dialog.tsx';
import { Cards } from './cards/cards.tsx';
import { Cases } from './cases/cases.tsx';
import { ConflictDialog } from './document/conflict-dialog.tsx';
import { draft, name } from './document/document.ts';
import { Editor } from './editor/editor.tsx';
import { FontsDialog } from './editor/fonts-dialog.tsx';
import { Gallery } from './gallery/gallery.tsx';
import { DeleteDialog } from './history/delete-dialog.tsx';
import { History } from './history/history.tsx';
import { Image } from './image/image.tsx';
import { MintDialog } from './mint/mint-dialog.tsx';
import { Settings } from './settings/settings.tsx';
import { ShareDialog } from './share/share-dialog.tsx';
import { DiscardDialog } from './shell/discard-dialog.tsx';
import { Header } from './shell/header.tsx';
import { KeysDialog } from './shell/keys.tsx';
import { Notice } from './shell/notice.tsx';
import { Palette } from './shell/palette.tsx';
import { dialog, isGalleryOpen, isPaletteOpen, panelName, panelNames, settingsName } from './shell/places.ts';
import { Problems } from './shell/problems.tsx';
import { Splitter } from './shell/splitter.tsx';
import { Tabs } from './shell/tabs.tsx';
import { Variables } from './variables/variables.tsx';
import { words } from './words.ts';

const panels = [
  { title: words.panels.variables, panel: Variables },
  { title: words.panels.cases, panel: Cases },
  { title: words.panels.looks, panel: Cards },
  { title: words.panels.history, panel: History },
];

const setAt = (at: number): void => {
  panelName.value = panelNames[at] ?? 'variables';
};

const Side = () => {
  const at = panelNames.indexOf(panelName.value);
  const { panel: Panel = Variables } = panels[at] ?? {};
  return (
    <div class="side">
      <Image />
      <section class="below" aria-label={words.panels.region}>
        <Splitter name="image" />
        <Tabs label={words.panels.region} titles={panels.map(({ title }) => title)} at={at} onChange={setAt}>
          <Panel />
        </Tabs>
      </section>
    </div>
  );
};

const Work = ({ isHidden }: { isHidden: boolean }) => (
  <main class="work" tabIndex={-1} hidden={isHidden}>
    <h1 class="hidden">{name.value}</h1>
    <section class="writing" aria-label={words.panels.code}>
      <Editor />
      <Problems />
      <Splitter name="code" />
    </section>
    <Side />
  </main>
);

const title = computed(() => {
  const section = settingsName.value;
  if (section !== undefined) return words.settings.sections[section];
  return isGalleryOpen.value ? words.gallery.title : name.value;
});
effect(() => {
  document.title = [title.value, words.product].filter(Boolean).join(' · ');
});
// on a phone all views scroll with the page
const shownView = computed(() => `${settingsName.value} ${isGalleryOpen.value}`);
effect(() => {
  if (shownView.value) scrollTo(0, 0);
});

export const Studio = () => (
  <>
    <Header />
    {settingsName.value !== undefined && <Settings />}
    {isGalleryOpen.value && settingsName.value === undefined && <Gallery />}
    {draft.value && <Work isHidden={isGalleryOpen.value || settingsName.value !== undefined} />}
    {dialog.value === 'mint' && <MintDialog />}
    {dialog.value === 'conflict' && <ConflictDialog />}
    {dialog.value === 'keys' && <KeysDialog />}
    {dialog.value === 'delete' && <DeleteDialog />}
    {dialog.value === 'discard' && <DiscardDialog />}
    {dialog.value === 'fonts' && <FontsDialog />}
    {dialog.value === 'generate' && <GenerateDialog />}
    {dialog.value === 'revise' && <ReviseDialog />}
    {dialog.value === 'share' && <ShareDialog />}
    {isPaletteOpen.value && <Palette />}
    <Notice />
  </>
);

/** The page before there is a session. */
export const Locked = ({ message }: { message: string }) => (
  <main class="locked">
    <img src="/icon.svg" alt="" width={48} height={48} />
    <h1>{words.locked.title}</h1>
    <p>{message}</p>
  </main>
);
