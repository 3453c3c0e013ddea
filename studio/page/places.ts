import { signal } from '@preact/signals';

/** Whether all templates are shown in place of the one that is being edited. */
export const isGalleryOpen = signal(false);

/** Tabs beside the editor, by their names in addresses. */
export const panelNames = ['variables', 'cases', 'looks', 'history'] as const;
export type PanelName = (typeof panelNames)[number];

export const panelName = signal<PanelName>('variables');
/** The version that the history compares with the editor. */
export const comparedVersion = signal<number | undefined>(undefined);

/** The dialog in front of the page. */
export const dialog = signal<
  'mint' | 'conflict' | 'keys' | 'fonts' | 'delete' | 'discard' | 'share' | 'generate' | 'revise' | undefined
>(undefined);

export const closeDialog = (): void => {
  dialog.value = undefined;
};
