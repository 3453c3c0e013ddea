import type { putFallbackResponse } from 'image-url-contract/schemas/on-demand.ts';
import { useState } from 'preact/hooks';
import type * as z from 'zod';
import { ask, getMessage } from '../session/service.ts';
import { words } from '../words.ts';
import { getTemplateName } from './account-templates.ts';
import { TemplateChoice } from './template-fields.tsx';

const { fallback: texts } = words;

/** The image in place of those that cannot be rendered. */
export const FallbackSection = () => {
  const [chosen, setChosen] = useState<string>();
  const [outcome, setOutcome] = useState<{ text: string; isBad: boolean }>();
  const set = async (event: Event) => {
    event.preventDefault();
    try {
      const body = { templateId: chosen || null };
      const { templateId, version } = await ask<z.output<typeof putFallbackResponse>>('PUT', '/v1/fallback', body);
      const text = templateId === null ? texts.isRemoved : texts.isSet(getTemplateName(templateId), version ?? 1);
      setOutcome({ text, isBad: false });
    } catch (error) {
      setOutcome({ text: getMessage(error), isBad: true });
    }
  };
  return (
    <>
      <p class="lead">{texts.lead}</p>
      <p class="note">{texts.unknown}</p>
      <form class="creation" onSubmit={set} aria-label={words.settings.sections.fallback}>
        <TemplateChoice
          id="fallback-template"
          label={texts.template}
          none={texts.none}
          placeholder={texts.choose}
          value={chosen}
          onChange={setChosen}
        />
        {outcome && (
          <p class={outcome.isBad ? 'failure' : 'note'} role={outcome.isBad ? 'alert' : 'status'}>
            {outcome.text}
          </p>
        )}
        <div class="choices">
          <button type="submit" class="primary" disabled={chosen === undefined}>
            {texts.set}
          </button>
        </div>
      </form>
    </>
  );
};
