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
import { dialog, isGalleryOpen, settingsName, settingsNames, showEditor, showGallery } from './places.ts';
import { switchTheme, theme } from './theme.ts';

const { commands } = words.palette;

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
/** Returns the name of a key combination on this system. */
export const keyName = (key: string): string => (isMac ? `⌘${key}` : `Ctrl+${key}`);

const savedText = (revision = ''): string => (kind.value === 'files' ? 'Saved' : `Saved, version ${revision}`);

const State = () => {
  const now = draft.value;
  if (!now) return null;
  if (!areDraftsStored.value)
    return <span class="state bad">Too large to keep in this browser: save before you leave</span>;
  if (now.id === undefined) return <span class="state">Not saved yet</span>;
  return <span class="state">{isSaved.value ? savedText(now.revision) : 'Changes not saved'}</span>;
};

const Left = () => {
  const mints = usage.value?.imageMints;
  if (!mints) return null;
  if (mints.limit === null || mints.remaining === null)
    return (
      <span class="usage" title="The plan has no limit">
        {mints.used.toLocaleString('en')} minted
      </span>
    );
  return (
    <span
      class="usage"
      title={`${mints.used.toLocaleString('en')} of ${mints.limit.toLocaleString('en')} used this month`}
    >
      {mints.remaining.toLocaleString('en')} mints left
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
      {first.threshold === 100 ? 'Limit reached' : `${first.threshold}% of a limit used`}
    </span>
  );
};

/** Visible even if there is no space for text. */
const UnsavedMark = () =>
  !isSaved.value && <span class="unsaved-mark" role="img" aria-label="Not saved" title="Not saved" />;

const Document = () => (
  <>
    <UnsavedMark />
    <input
      class="title"
      aria-label="Name of the template"
      maxLength={120}
      size={Math.max(8, name.value.length)}
      value={name.value}
      onInput={(event) => (name.value = event.currentTarget.value)}
    />
    <State />
  </>
);

const Actions = () => (
  <>
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
        aria-label="Revise"
        title="Have AI change it"
        disabled={isBusy.value || !code.value}
        onClick={() => (dialog.value = 'revise')}
      >
        <Icon name="pen" />
        <span class="word">Revise</span>
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
        aria-label="Templates"
        aria-pressed={isGallery}
        disabled={isGallery && draft.value === undefined}
        onClick={() => (isGallery ? showEditor() : showGallery())}
      >
        <Icon name="grid" />
        <span class="word">Templates</span>
      </button>
      {isEditing ? <Document /> : <span class="title fixed">Studio</span>}
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
        aria-label={theme.value === 'dark' ? 'Light colours' : 'Dark colours'}
        onClick={switchTheme}
      >
        <Icon name={theme.value === 'dark' ? 'sun' : 'moon'} />
      </button>
      {isOfStage && (
        <button type="button" class="quiet square" aria-label="Sign out" title="Sign out" onClick={signOut}>
          <Icon name="leave" />
        </button>
      )}
      {isEditing && <Actions />}
    </header>
  );
};
