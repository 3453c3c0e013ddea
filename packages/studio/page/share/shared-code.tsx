import type { ComponentChildren } from 'preact';
import { words } from '../words.ts';
import type { Shared } from './share-link.ts';
import { showControls } from './show-controls.ts';

const { share: texts } = words;

interface SharedCodeProps {
  /** Null for a damaged link. */
  readonly shared: Shared | null;
  /** What opens the studio. */
  readonly children: ComponentChildren;
}

/** A shared template for a reader without a session: its code as text. Nothing runs. */
export const SharedCode = ({ shared, children }: SharedCodeProps) => (
  <div class="shared-code">
    {shared ? (
      <section aria-label={texts.readOnly}>
        <h2>{showControls(shared.name)}</h2>
        <p class="note">{texts.readOnly}</p>
        <pre tabIndex={0} aria-label={texts.code}>
          {showControls(shared.code)}
        </pre>
        {Object.keys(shared.values).length > 0 && (
          <pre tabIndex={0} aria-label={texts.values}>
            {showControls(JSON.stringify(shared.values, null, 2))}
          </pre>
        )}
      </section>
    ) : (
      <p class="failure" role="alert">
        {texts.damaged}
      </p>
    )}
    {children}
  </div>
);
