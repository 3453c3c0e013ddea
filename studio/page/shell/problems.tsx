import { goTo, mend } from '../editor/editor.tsx';
import { type Diagnostic, errors, warnings } from '../image/checking.ts';
import { getFix } from '../knowledge/fixes.ts';
import { knownNames } from '../knowledge/vocabulary.ts';

const Problem = ({ problem, severity }: { problem: Diagnostic; severity: 'error' | 'warning' }) => {
  const { message, line, column } = problem;
  const text = (
    <>
      <span class={`dot ${severity}`} role="img" aria-label={severity} />
      <span class="message">{message}</span>
      {line !== undefined && <span class="place">line {line}</span>}
    </>
  );
  const fix = getFix(message, knownNames());
  if (line === undefined) return <li class="problem">{text}</li>;
  return (
    <li class="problem-row">
      <button type="button" class="problem" onClick={() => goTo(line, column)}>
        {text}
      </button>
      {fix && (
        <button type="button" class="fix" onClick={() => mend(fix, line, column)}>
          Write {fix.right}
        </button>
      )}
    </li>
  );
};

/** All diagnostics of the code; each is a link to its position. */
export const Problems = () => {
  const [wrong, odd] = [errors.value, warnings.value];
  if (wrong.length + odd.length === 0) return null;
  return (
    <ul class="problems" aria-label="Problems">
      {wrong.map((problem) => (
        <Problem key={`${problem.line}:${problem.column}:${problem.message}`} problem={problem} severity="error" />
      ))}
      {odd.map((problem) => (
        <Problem key={`${problem.line}:${problem.column}:${problem.message}`} problem={problem} severity="warning" />
      ))}
    </ul>
  );
};
