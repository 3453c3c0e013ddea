import { createRequire } from 'node:module';
import { relative } from 'node:path';
import type { CheckTemplateResponse } from 'image-url-contract/schemas/template.ts';
import { noteCodes } from 'image-url-engine/diagnostics.ts';
import { hanFamilies } from 'image-url-engine/fonts.ts';
import type { SourcePosition, TemplateSource } from './bundling.ts';
import { getPackageFolder } from './module-resolution.ts';
import { type Output, plain } from './output.ts';

/** A diagnostic of a template, with its position in one of the author's files. */
export interface LintDiagnostic extends SourcePosition {
  /** A note requires no change. */
  readonly severity: 'error' | 'warning' | 'note';
  readonly code: string;
  readonly message: string;
  /** End of the position, in the same file. */
  readonly endLine?: number;
  readonly endColumn?: number;
  /** The line of the position. */
  readonly text?: string;
}

/** Returns the severity of a warning of the service: `note` if it requires no change. */
export const getSeverity = ({ code }: { readonly code: string }): 'note' | 'warning' =>
  noteCodes.has(code) ? 'note' : 'warning';

const packages = createRequire(import.meta.url);

/** Returns whether a package with Chinese, Japanese or Korean letters is installed with the command line. */
const hasHanPackage = (): boolean =>
  Object.values(hanFamilies).some(({ id }) => {
    try {
      return packages.resolve(`@fontsource-variable/${id}/package.json`) !== '';
    } catch {
      return false;
    }
  });

/** Adds to a message about missing letters how to install them: the command line lacks some fonts. */
const getMessage = ({ code, message }: AuthorMessage): string =>
  code === 'missing-glyph' && /[\p{scx=Han}\p{scx=Hangul}\p{scx=Kana}]/u.test(message) && !hasHanPackage()
    ? `${message} The service has a font for it; to have it here: npm install --save-dev @fontsource-variable/noto-sans-jp (Korean: noto-sans-kr, Chinese: noto-sans-sc, noto-sans-tc).`
    : message;

type AuthorMessage = CheckTemplateResponse['errors'][number];

/** Returns the diagnostics of a check, with positions in the author's files. */
export const getDiagnostics = (
  cwd: string,
  source: TemplateSource,
  { errors, warnings }: Pick<CheckTemplateResponse, 'errors' | 'warnings'>,
): LintDiagnostic[] => {
  const [path = ''] = source.files;
  const at =
    (severity: LintDiagnostic['severity']) =>
    (found: AuthorMessage): LintDiagnostic => {
      const { code, line, column, endLine, endColumn } = found;
      const position =
        line === undefined ? { file: path, line: 1, column: 1 } : source.getSourcePosition(line, column ?? 1);
      const end = endLine === undefined ? undefined : source.getSourcePosition(endLine, endColumn ?? 1);
      const text = line === undefined ? undefined : source.lineAt(position);
      return {
        ...position,
        file: relative(cwd, position.file),
        // of what a package may do and its author decided, an author of templates can only take note
        severity: severity === 'warning' && getPackageFolder(position.file) !== undefined ? 'note' : severity,
        code,
        message: getMessage(found),
        ...(end?.file === position.file && { endLine: end.line, endColumn: end.column }),
        ...(text !== undefined && { text }),
      };
    };
  return [...errors.map(at('error')), ...warnings.map((one) => at(getSeverity(one))(one))];
};

const longestLine = 160;
const colours = { error: 'red', warning: 'yellow', note: 'dim' } as const;

/** Returns `file:line:column: error: message (code)`, and the line with a mark at the position. */
export const showDiagnostic = (
  output: Output,
  { file, line, column, severity, message, code, text }: LintDiagnostic,
): string => {
  const colour = colours[severity];
  const head = `${output.style('bold', `${plain(file)}:${line}:${column}:`)} ${output.style(colour, severity)}: ${plain(message)} ${output.style('dim', `(${code})`)}`;
  if (text === undefined || text.trim() === '' || text.length > longestLine) return head;
  const indent = text.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
  const margin = `${line} | `;
  return `${head}\n  ${output.style('dim', margin)}${plain(text)}\n  ${' '.repeat(margin.length)}${indent}${output.style(colour, '^')}`;
};

/** Returns `1 template`, `2 templates`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Returns a summary: the number of diagnostics by severity, and of files. */
export const getSummary = (diagnostics: readonly LintDiagnostic[], files: number): string => {
  const among = (wanted: LintDiagnostic['severity']) =>
    diagnostics.filter(({ severity }) => severity === wanted).length;
  return `${counted(files, 'template')}: ${counted(among('error'), 'error')}, ${counted(among('warning'), 'warning')}`;
};
