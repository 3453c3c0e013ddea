import { useMemo } from 'preact/hooks';
import { words } from '../words.ts';
import { diffLines, getChangedParts } from './code-diff.ts';

const { history: texts } = words;

const signs = { same: ' ', added: '+', removed: '-' } as const;

/** The lines of a version that differ from the editor's text. */
export const CodeDifference = ({ version, before, after }: CodeDifferenceProps) => {
  const parts = useMemo(() => getChangedParts(diffLines(before, after)), [before, after]);
  if (parts.length === 0) return <p class="note">{texts.sameCode}</p>;
  return (
    <pre class="code-difference" tabIndex={0} aria-label={texts.codeDifference(version)}>
      {parts.map((part, n) => (
        <div key={n} class="part">
          {part.map(({ kind, text }, at) => (
            <div key={at} class={kind}>
              <span aria-hidden="true">{signs[kind]} </span>
              {kind !== 'same' && <span class="hidden">{texts[kind]} </span>}
              {text}
            </div>
          ))}
        </div>
      ))}
    </pre>
  );
};
interface CodeDifferenceProps {
  readonly version: number;
  readonly before: string;
  readonly after: string;
}
