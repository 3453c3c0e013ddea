import { signal } from '@preact/signals';
import type { MintedUrl } from '../../../packages/client/src/minting.ts';
import { Refusal } from '../../templates/template-source.ts';
import { draft, isSaved, save, values } from '../document/document.ts';
import { chosenSize, errors, variables } from '../image/checking.ts';
import { ask, getMessage } from '../session/service.ts';
import { loadUsage } from '../session/usage.ts';
import { complain, report } from '../shell/notice.tsx';
import { dialog } from '../shell/places.ts';
import { getLabel } from '../variables/kinds.ts';

export const minted = signal<MintedUrl | undefined>(undefined);
export const isBusy = signal(false);

/** Saves the editor's text and reports it. @returns whether it is saved */
export const saveAndReport = async (isForced = false): Promise<boolean> => {
  if (isBusy.value) return false;
  isBusy.value = true;
  try {
    await save(isForced);
    report('Saved');
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'REVISION_CONFLICT') dialog.value = 'conflict';
    else complain(getMessage(error));
    return false;
  } finally {
    isBusy.value = false;
  }
};

const whatIsNeeded = (): string | undefined => {
  if (errors.value.length > 0) return 'Mend the errors first: a card that cannot be rendered has no URL.';
  const missing = variables.value.filter(({ name, required }) => required && !Object.hasOwn(values.value, name));
  const names = missing.map(({ name }) => getLabel(name)).join(', ');
  return names ? `Give these variables a value first: ${names}.` : undefined;
};

/** Saves the editor's text and mints a URL of it. */
export const mint = async (): Promise<void> => {
  const needed = whatIsNeeded();
  if (needed) return complain(needed);
  if (!isSaved.value && !(await saveAndReport())) return;
  isBusy.value = true;
  try {
    const body = { templateId: draft.value?.id, variables: values.value, size: chosenSize.value, details: true };
    const { details, ...answer } = await ask<MintedUrl & { details: object }>('POST', '/v1/url', body);
    minted.value = { ...answer, ...details };
    dialog.value = 'mint';
  } catch (error) {
    complain(getMessage(error));
  } finally {
    isBusy.value = false;
    void loadUsage();
  }
};
