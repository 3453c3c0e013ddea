import { useState } from 'preact/hooks';
import type { GenerateResponse } from '../../lambdas/contract/schemas/generate.ts';
import { Refusal } from '../templates/template-source.ts';
import { Dialog } from './dialog.tsx';
import { openTemplate } from './document.ts';
import { complain } from './notice.tsx';
import { dialog, isGalleryOpen } from './places.ts';
import { ask, messageOf } from './service.ts';
import { loadList } from './templates.ts';
import { loadUsage } from './usage.ts';

const close = (): void => {
  dialog.value = undefined;
};

/** Has a template written, and opens it. @throws Refusal. */
const generate = async (prompt: string): Promise<void> => {
  const body = { items: [{ prompt }] };
  const { results } = await ask<GenerateResponse>('POST', '/v1/templates/generate', body);
  const [made] = results;
  if (!made?.ok) throw new Refusal(200, made?.error.code ?? '', made?.error.message ?? 'Nothing came back.');
  await openTemplate(made.result.templateId);
  await loadList();
};

/** Describing a card instead of writing it. */
export const GenerateDialog = () => {
  const [prompt, setPrompt] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await generate(prompt);
      isGalleryOpen.value = false;
      close();
    } catch (error) {
      complain(messageOf(error));
    }
    setBusy(false);
    void loadUsage();
  };
  return (
    <Dialog title="Describe a card" onClose={close}>
      <form onSubmit={send}>
        <label class="field" for="prompt">
          <span>What it shows, and how it looks. It takes one AI generation.</span>
          <textarea
            id="prompt"
            rows={5}
            maxLength={2000}
            placeholder="A conference talk: dark, the speaker's name large, the topic below, one bright colour"
            value={prompt}
            onInput={(event) => setPrompt(event.currentTarget.value)}
          />
        </label>
        <div class="choices">
          <button type="submit" class="primary" disabled={isBusy || prompt.trim() === ''}>
            {isBusy ? 'Writing…' : 'Write it'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
