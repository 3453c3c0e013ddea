import { generationReport } from '../ai/generation-report.ts';
import { convertPasted, goTo, mend } from '../editor/editor.tsx';
import { forgetHtml, pastedHtml } from '../editor/pasted-html.ts';
import { type Diagnostic, errors, warnings } from '../image/checking.ts';
import { getFix } from '../knowledge/fixes.ts';
import { knownNames } from '../knowledge/vocabulary.ts';
import { words } from '../words.ts';
import { Icon } from './icons.tsx';

const { problems: texts } = words;

const Problem = ({ problem, severity }: { problem: Diagnostic; severity: 'error' | 'warning' }) => {
  const { message, line, column } = problem;
  const text = (
    <>
      <span class={`dot ${severity}`} role="img" aria-label={texts.severity[severity]} />
      <span class="message">{message}</span>
      {line !== undefined && <span class="place">{texts.line(line)}</span>}
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
          {texts.fix(fix.right)}
        </button>
      )}
    </li>
  );
};

const List = () => {
  const [wrong, odd] = [errors.value, warnings.value];
  if (wrong.length + odd.length === 0) return null;
  return (
    <ul class="problems" aria-label={texts.title}>
      {wrong.map((problem) => (
        <Problem key={`${problem.line}:${problem.column}:${problem.message}`} problem={problem} severity="error" />
      ))}
      {odd.map((problem) => (
        <Problem key={`${problem.line}:${problem.column}:${problem.message}`} problem={problem} severity="warning" />
      ))}
    </ul>
  );
};

/** What the model's answers had, until it is closed. */
const Report = () => {
  const lines = generationReport.value;
  if (lines.length === 0) return null;
  return (
    <section class="report" aria-label={words.ai.report}>
      <div>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <button
        type="button"
        class="quiet square"
        aria-label={words.ai.close}
        onClick={() => (generationReport.value = [])}
      >
        <Icon name="close" />
      </button>
    </section>
  );
};

/** Pasted HTML, with what makes a template of it. */
const PastedHtml = () =>
  pastedHtml.value !== '' && (
    <section class="report" aria-label={words.html.title}>
      <div>
        <p>
          {words.html.pasted}{' '}
          <button type="button" class="fix" onClick={convertPasted}>
            {words.html.convert}
          </button>
        </p>
      </div>
      <button type="button" class="quiet square" aria-label={words.html.leave} onClick={forgetHtml}>
        <Icon name="close" />
      </button>
    </section>
  );

/** All diagnostics of the code, each a link to its position, and the report of a generation. */
export const Problems = () => (
  <div class="under-code">
    <PastedHtml />
    <Report />
    <List />
  </div>
);
