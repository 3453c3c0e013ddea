import type { Diagnostic, Position } from '../../diagnostics/diagnostics.ts';
import { findMainFile } from '../../import/files.ts';
import { type ImportedTemplate, type ImportOrigin, importSource } from '../../import/import-template.ts';
import { hasOwnSheets } from '../../import/style-sheets.ts';
import type { Json } from '../../json.ts';
import { checkImages } from '../../lint/source/image-addresses.ts';
import { checkComponent, checkRules, lintClockAndChance, lintReturn } from '../../lint/source/rules.ts';
import { checkOptions, type OptionsPosition } from '../../lint/source/template-options.ts';
import { readImports } from '../source/imports.ts';
import { type FoundOptions, readModule } from '../source/module.ts';
import { parseTemplate, tooDeep } from '../source/parse-template.ts';
import { createElementPositions, type ElementPositions } from '../source/source-positions.ts';
import { positionAt, type SyntaxTree } from '../source/syntax-tree.ts';
import { findCalledVariables } from '../variables/called-variables.ts';
import { type FoundVariable, findVariables } from '../variables/find-variables.ts';
import { getSample } from '../variables/samples.ts';
import { createShapedSamples } from '../variables/shaped-samples.ts';
import { writeScript } from './script.ts';

/** A variable before its default is evaluated. */
export interface DraftVariable {
  readonly name: string;
  readonly required: boolean;
  readonly at: Position;
  /** Used if the variable has no default. */
  readonly sample: Json;
  /** Whether the author gave it a type. */
  readonly isTyped: boolean;
}

/** Result of parsing a template's source without running it. Plain data. */
export type ParsedSource = DraftWithInspection | { readonly ok: false; readonly errors: readonly Diagnostic[] };

export interface ValidSource {
  readonly ok: true;
  /** The script of the render plan, with the same line numbers as the source. */
  readonly script: string;
  /** The script whose elements have their source position as a property. */
  readonly placedScript: string;
  readonly positions: ElementPositions;
  readonly variables: readonly DraftVariable[];
  readonly seesAll: boolean;
  readonly optionsAt?: OptionsPosition;
  /** String literals that may be lists of font families. */
  readonly familyLists: readonly string[];
  /** Position of the component, used for elements without a source position. */
  readonly componentAt: Position;
  readonly warnings: readonly Diagnostic[];
  /** Present if the source was converted to a template. */
  readonly imported?: ImportOrigin;
  /** Required variables that the requests of an imported template may lack: a run decides whether they are optional. */
  readonly mayLack?: readonly string[];
}

/** A draft with the script that evaluates options and defaults. */
export interface DraftWithInspection extends ValidSource {
  /** The script that also exports the variables' defaults. Run once, when the template is saved. */
  readonly inspectionScript: string;
}

/**
 * Parses a template's source: its script, its variables and all errors. Does not run it. Code for Vercel OG and similar
 * libraries is converted to a template; all positions are those of the original source.
 *
 * @param optional variables of `mayLack` without which the image was drawn
 */
export const parseTemplateSource = (source: string, optional?: ReadonlySet<string>): ParsedSource => {
  const other = otherLanguage(source);
  if (other) return { ok: false, errors: [other] };
  // files may use a name twice
  const { tree, problems } = parseTemplate(source, undefined, findMainFile(source));
  try {
    if (!tree) return { ok: false, errors: problems };
    const draft = getDraft(tree, problems);
    const isTemplate = draft.ok && !hasOwnSheets(tree);
    const imported = isTemplate || problems.length > 0 ? undefined : importSource(source, optional);
    return imported
      ? draftImported(imported)
      : draft.ok
        ? draft
        : { ok: false, errors: withoutFollowing(draft.errors) };
  } catch (error) {
    return { ok: false, errors: [tooDeep(error)] };
  }
};

/** Drops what follows from a missing component: nothing says which of the file's imports and names a template has. */
const withoutFollowing = (errors: readonly Diagnostic[]): readonly Diagnostic[] => {
  const cause = errors.filter(({ code }) => code === 'no-default-export' || code === 'syntax');
  return cause.some(({ code }) => code === 'no-default-export') ? cause : errors;
};

/** Returns an error for a component of Svelte, Vue or Astro, which are no JSX. */
const otherLanguage = (source: string): Diagnostic | undefined => {
  const [, tag] = /^\s*(?:<!--[\s\S]{0,2000}?-->\s*)?(?:<(script|template)[\s>]|---\r?\n)/.exec(source) ?? [];
  if (tag === undefined && !/^\s*---\r?\n/.test(source)) return undefined;
  const name = tag === undefined ? 'an Astro' : 'a Svelte or Vue';
  const message = `This is ${name} component, and a template is JSX: paste its elements into a function, export default function Card({ title }) { return <div>{title}</div>; }.`;
  return { line: 1, column: 1, code: 'syntax', message };
};

const draftImported = (imported: ImportedTemplate): ParsedSource => {
  const { text, getSourcePosition, notes, errors, origin, mayLack } = imported;
  const { tree, problems } = parseTemplate(text, getSourcePosition);
  const draft = tree && getDraft(tree, problems, imported);
  if (draft?.ok && errors.length === 0) {
    // a type that the author gave says itself what is required
    const isUndecided = (name: string) =>
      draft.variables.some((one) => one.name === name && one.required && !one.isTyped);
    const warnings = [...notes, ...draft.warnings];
    return { ...draft, imported: origin, mayLack: mayLack.filter(isUndecided), warnings };
  }
  const others = draft
    ? draft.ok
      ? []
      : draft.errors
    : problems.map((one) => ({ ...one, ...getSourcePosition(one) }));
  // Names of removed imports are undefined in the converted text, which has the same cause.
  const isFollowing = ({ code }: Diagnostic) =>
    code === 'undefined-name' || code === 'unavailable' || code === 'syntax';
  return { ok: false, errors: [...errors, ...others.filter((one) => errors.length === 0 || !isFollowing(one))] };
};

/** @param imported a variable of an imported template may have been a function, which no mint can send. */
const getDraft = (tree: SyntaxTree, problems: readonly Diagnostic[], imported?: ImportedTemplate): ParsedSource => {
  const module = readModule(tree);
  const { imports, problems: importProblems } = readImports(tree);
  const { component } = module;
  const optionsAt = module.options && positionOfOptions(module.options);
  const found = component && findVariables(tree, component, module.options?.fields.has('sizes'));
  const errors = [
    ...problems,
    ...module.problems,
    ...importProblems,
    ...checkRules(tree),
    ...checkImages(tree),
    ...(component ? checkComponent(component) : []),
    ...(found?.problems ?? []),
    ...(imported ? findCalledVariables(tree, found?.variables ?? []) : []),
    ...(module.options?.written === undefined ? [] : checkOptions(module.options.written, optionsAt).errors),
  ];
  if (!component || !found || errors.length > 0) return { ok: false, errors };

  const written = writeScript(tree, module, imports, found.variables);
  if ('message' in written) return { ok: false, errors: [written] };
  const sampleOf = imported
    ? createShapedSamples(tree, imported.sides)
    : (variable: FoundVariable) => getSample(tree, variable);
  return {
    ok: true,
    ...written,
    positions: createElementPositions(tree),
    variables: found.variables.map((variable) => ({
      name: variable.name,
      required: variable.required,
      at: positionAt(variable.node),
      sample: sampleOf(variable),
      isTyped: variable.type !== undefined,
    })),
    seesAll: found.seesAll,
    ...(optionsAt && { optionsAt }),
    familyLists: getFamilyLists(tree),
    componentAt: positionAt(component.fn),
    warnings: [...module.warnings, ...found.warnings, ...lintReturn(tree), ...lintClockAndChance(tree)],
  };
};

const positionOfOptions = ({ node, fields }: FoundOptions): OptionsPosition => ({
  ...positionAt(node),
  fields: Object.fromEntries(fields.entries().map(([name, field]) => [name, positionAt(field)])),
});

const maxLists = 1_000;
/** Returns whether a text consists of names and commas. */
const isList = (text: string): boolean => text.length <= 200 && /^[\p{L}\d"'][\p{L}\d ,"'_-]+$/u.test(text);

/** Returns string literals that may be lists of font families, including those that the sample does not render. */
const getFamilyLists = ({ nodes }: SyntaxTree): string[] => {
  const lists = new Set<string>();
  for (const node of nodes) {
    const text =
      node.type === 'StringLiteral' ? node.value : node.type === 'TemplateElement' ? node.value.raw : undefined;
    if (text !== undefined && isList(text)) lists.add(text);
    if (lists.size === maxLists) break;
  }
  return [...lists];
};
