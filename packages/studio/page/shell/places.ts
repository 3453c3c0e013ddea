import { batch, signal } from '@preact/signals';

/** Whether the gallery is displayed instead of the editor. */
export const isGalleryOpen = signal(false);

/** Sections of the settings, by their names in URLs. */
export const settingsNames = [
  'usage',
  'views',
  'failures',
  'api-keys',
  'signing-keys',
  'sites',
  'fallback',
  'fonts',
  'revocations',
] as const;
export type SettingsName = (typeof settingsNames)[number];

/** The section of the settings that is displayed instead of gallery and editor. */
export const settingsName = signal<SettingsName | undefined>(undefined);

/** The template whose views are displayed; empty for all. */
export const viewsTemplateId = signal('');

/** Displays the views of a template. */
export const showViews = (templateId: string): void =>
  batch(() => {
    viewsTemplateId.value = templateId;
    settingsName.value = 'views';
  });

/** Displays the editor. */
export const showEditor = (): void =>
  batch(() => {
    settingsName.value = undefined;
    isGalleryOpen.value = false;
  });

/** Displays the gallery. */
export const showGallery = (): void =>
  batch(() => {
    settingsName.value = undefined;
    isGalleryOpen.value = true;
  });

/** Tabs beside the editor, by their names in URLs. */
export const panelNames = ['variables', 'cases', 'looks', 'history'] as const;
export type PanelName = (typeof panelNames)[number];

export const panelName = signal<PanelName>('variables');
/** The version that is compared with the editor's text. */
export const comparedVersion = signal<number | undefined>(undefined);

/** The open dialog. */
export const dialog = signal<
  'mint' | 'conflict' | 'keys' | 'fonts' | 'delete' | 'discard' | 'share' | 'generate' | 'revise' | undefined
>(undefined);

/** Whether the palette is open, in front of a dialog if there is one. */
export const isPaletteOpen = signal(false);

export const closeDialog = (): void => {
  dialog.value = undefined;
};
