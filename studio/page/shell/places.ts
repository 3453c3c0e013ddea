import { signal } from '@preact/signals';

/** Whether the gallery is displayed instead of the editor. */
export const isGalleryOpen = signal(false);

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

export const closeDialog = (): void => {
  dialog.value = undefined;
};
