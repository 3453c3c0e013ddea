import { signal } from '@preact/signals';

/** Whether all templates are shown in place of the one that is being edited. */
export const isGalleryOpen = signal(false);
/** The dialog in front of the page. */
export const dialog = signal<'mint' | 'conflict' | 'keys' | 'delete' | 'share' | 'generate' | 'revise' | undefined>(
  undefined,
);

export const closeDialog = (): void => {
  dialog.value = undefined;
};
