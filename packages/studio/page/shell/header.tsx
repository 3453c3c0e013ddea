import { code, draft, isSaved, name } from '../document/document.ts';
import { areDraftsStored } from '../document/drafts.ts';
import { canGenerate, hasAccount, kind } from '../gallery/templates.ts';
import { getUrl, isBusy, saveAndReport } from '../mint/minting.ts';
import { getReachedLimits } from '../session/reached-limits.ts';
import { clearKey, isOfStage } from '../session/stage.ts';
import { usage } from '../session/usage.ts';
import { share } from '../share/sharing.ts';
import { words } from '../words.ts';
import { Icon } from './icons.tsx';
import { dialog, isGalleryOpen, settingsName, settingsNames, showEditor, showGallery, showViews } from './places.ts';
import { switchTheme, theme } from './theme.ts';

const { header: texts } = words;

const { commands } = words.palette;

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
/** Returns the name of a key combination on this system. */
export const keyName = (key: string): string => (isMac ? `⌘${key}` : `Ctrl+${key}`);

const savedText = (revision = ''): string => (kind.value === 'files' ? texts.saved : texts.savedVersion(revision));

const State = () => {
  const now = draft.value;
  if (!now) return null;
  if (!areDraftsStored.value) return <span class="state bad">{texts.tooLarge}</span>;
  if (now.id === undefined) return <span class="state">{texts.notYet}</span>;
  return <span class="state">{isSaved.value ? savedText(now.revision) : texts.notSaved}</span>;
};

const Left = () => {
  const mints = usage.value?.imageMints;
  if (!mints) return null;
  if (mints.limit === null || mints.remaining === null)
    return (
      <span class="usage" title={texts.noLimit}>
        {texts.minted(mints.used.toLocaleString('en'))}
      </span>
    );
  return (
    <span class="usage" title={texts.used(mints.used.toLocaleString('en'), mints.limit.toLocaleString('en'))}>
      {texts.left(mints.remaining.toLocaleString('en'))}
    </span>
  );
};

/** Limits whose usage events were sent: the first as text, all in the title. */
const Reached = () => {
  const limits = getReachedLimits(usage.value?.events ?? [], new Date());
  const [first] = limits;
  if (!first) return null;
  return (
    <span
      class={first.threshold === 100 ? 'usage reached all' : 'usage reached'}
      role="status"
      title={limits.map(({ text }) => text).join('\n')}
    >
      {first.threshold === 100 ? texts.reached : texts.share(first.threshold)}
    </span>
  );
};

/** Visible even if there is no space for text. */
const UnsavedMark = () =>
  !isSaved.value && <span class="unsaved-mark" role="img" aria-label={texts.unsaved} title={texts.unsaved} />;

const Document = () => (
  <>
    <UnsavedMark />
    <input
      class="title"
      aria-label={texts.name}
      maxLength={120}
      size={Math.max(8, name.value.length)}
      value={name.value}
      onInput={(event) => (name.value = event.currentTarget.value)}
    />
    <State />
  </>
);

/** Leads to the views of the template, once it is saved on a service. */
const Views = () => {
  const id = draft.value?.id;
  if (!hasAccount.value || kind.value === 'files' || id === undefined) return null;
  return (
    <button
      type="button"
      class="quiet square views"
      aria-label={texts.views}
      title={texts.views}
      onClick={() => showViews(id)}
    >
      <Icon name="chart" />
    </button>
  );
};

const Actions = () => (
  <>
    <Views />
    <button
      type="button"
      class="quiet square fonts"
      aria-label={commands.fonts}
      title={commands.fonts}
      onClick={() => (dialog.value = 'fonts')}
    >
      <Icon name="letter" />
    </button>
    <button
      type="button"
      class="quiet square"
      aria-label={commands.share}
      title={commands.share}
      disabled={!code.value}
      onClick={share}
    >
      <Icon name="link" />
    </button>
    {canGenerate.value && (
      <button
        type="button"
        class="quiet"
        aria-label={texts.revise}
        title={texts.reviseTitle}
        disabled={isBusy.value || !code.value}
        onClick={() => (dialog.value = 'revise')}
      >
        <Icon name="pen" />
        <span class="word">{texts.revise}</span>
      </button>
    )}
    <button
      type="button"
      class="save"
      disabled={isBusy.value || isSaved.value || !code.value}
      title={keyName('S')}
      onClick={() => saveAndReport()}
    >
      {commands.save}
    </button>
    <button
      type="button"
      class="primary"
      disabled={isBusy.value || !code.value}
      title={keyName('Enter')}
      onClick={getUrl}
    >
      {commands.getUrl}
    </button>
  </>
);

const signOut = (): void => {
  clearKey();
  location.reload();
};

export const Header = () => {
  const isSettings = settingsName.value !== undefined;
  const isGallery = isGalleryOpen.value && !isSettings;
  const isEditing = draft.value !== undefined && !isGallery && !isSettings;
  return (
    <header class="top">
      <img class="mark" src="/icon.svg" alt="" width={24} height={24} />
      <button
        type="button"
        class="quiet"
        aria-label={texts.templates}
        aria-pressed={isGallery}
        disabled={isGallery && draft.value === undefined}
        onClick={() => (isGallery ? showEditor() : showGallery())}
      >
        <Icon name="grid" />
        <span class="word">{texts.templates}</span>
      </button>
      {isEditing ? <Document /> : <span class="title fixed">{words.product}</span>}
      <span class="gap" />
      <Left />
      <Reached />
      {hasAccount.value && (
        <button
          type="button"
          class="quiet square"
          aria-label={words.settings.title}
          aria-pressed={isSettings}
          title={words.settings.title}
          onClick={() => (settingsName.value = isSettings ? undefined : settingsNames[0])}
        >
          <Icon name="gear" />
        </button>
      )}
      <button
        type="button"
        class="quiet square keys"
        aria-label={commands.shortcuts}
        title={commands.shortcuts}
        onClick={() => (dialog.value = 'keys')}
      >
        <Icon name="keyboard" />
      </button>
      <button
        type="button"
        class="quiet square"
        aria-label={theme.value === 'dark' ? texts.light : texts.dark}
        onClick={switchTheme}
      >
        <Icon name={theme.value === 'dark' ? 'sun' : 'moon'} />
      </button>
      {isOfStage && (
        <button type="button" class="quiet square" aria-label={texts.signOut} title={texts.signOut} onClick={signOut}>
          <Icon name="leave" />
        </button>
      )}
      {isEditing && <Actions />}
    </header>
  );
};
