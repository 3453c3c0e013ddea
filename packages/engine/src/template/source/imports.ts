import type { Identifier, ImportDeclaration, Node } from '@babel/types';
import type { Diagnostic } from '../../diagnostics/diagnostics.ts';
import { getOwn } from '../../get-own.ts';
import { splitWords } from '../../split-words.ts';
import { createDiagnosticAt, type SyntaxTree } from './syntax-tree.ts';

/** React exports that work in templates: nothing asynchronous or stateful. */
export const reactNames: ReadonlySet<string> = new Set(
  splitWords(`
  createElement cloneElement isValidElement Fragment memo forwardRef cache Children default
  createContext useContext useMemo useCallback
`),
);

/** Exports that can be imported, by module (docs/templates.md#what-runs). */
const importable: Readonly<Record<string, ReadonlySet<string>>> = {
  react: reactNames,
  'next/image': new Set(['default']),
  clsx: new Set(['default', 'clsx']),
  'tailwind-merge': new Set(['twMerge', 'twJoin']),
};

/** An imported name that the template needs at run time. */
export interface RuntimeImport {
  readonly local: string;
  readonly module: string;
  /** `*` for the whole module. */
  readonly name: string;
}

/** Reads the import statements. Returns the imports that the script needs, and errors for unavailable ones. */
export const readImports = (tree: SyntaxTree) => {
  const statements = tree.program.body.filter((statement) => statement.type === 'ImportDeclaration');
  const read = statements.map((statement) => readImport(statement, tree));
  return { imports: read.flatMap(({ imports }) => imports), problems: read.flatMap(({ problems }) => problems) };
};

const noImports = { imports: [], problems: [] };

const readImport = (
  statement: ImportDeclaration,
  tree: SyntaxTree,
): { imports: RuntimeImport[]; problems: Diagnostic[] } => {
  if (statement.importKind === 'type' || statement.importKind === 'typeof') return noImports;
  const module = statement.source.value;
  const atRunTime = statement.specifiers.filter(
    (one) => !(one.type === 'ImportSpecifier' && one.importKind === 'type') && !isTypeByUse(one.local, tree),
  );
  if (statement.specifiers.length > 0 && atRunTime.length === 0) return noImports;
  const names = getOwn(importable, module);
  if (!names) return { imports: [], problems: [createDiagnosticAt(statement, 'import', refusal(module))] };
  const imports = atRunTime.map((one) => ({ local: one.local.name, module, name: importedName(one), node: one }));
  const problems = imports
    .filter(({ name }) => name !== '*' && !names.has(name))
    .map(({ name, node }) => createMissingName(node, name, module));
  return { imports: imports.map(({ local, name }) => ({ local, module, name })), problems };
};

/** Returns whether an import without `type` is used by types only: TypeScript drops such an import too. */
export const isTypeByUse = (local: Identifier, tree: SyntaxTree): boolean =>
  tree.typeNames.has(local.name) && tree.usesOf(local)?.length === 0;

const importedName = (specifier: ImportDeclaration['specifiers'][number]): string => {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
};

export const isImportable = (module: string): boolean => Object.hasOwn(importable, module);

const modules = Object.keys(importable).join(', ');
const refusal = (module: string): string =>
  `"${module}" cannot be imported; ${importHint(module) ?? `templates may import types, ${modules}; the command line bundles installed packages.`}`;

/** Returns what to do instead of importing a module. */
export const importHint = (module: string): string | undefined => hints.find(([names]) => names.test(module))?.[1];

/** Advice for frequently imported modules. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:@vercel\/og|next\/og|satori(?:\/.*)?|next\/server|@takumi-rs\/.*)$/,
    'return the element itself, and export its size as options.',
  ],
  [/^(?:next\/font(?:\/.*)?|@fontsource.*|geist.*)$/, 'name the family in fontFamily: the catalogue has it or tells.'],
  [/^(?:fs|node:fs)(?:\/promises)?$/, 'images and fonts need no files here: name an https or data: address.'],
  [/\.(?:png|jpe?g|webp|avif|gif|svg)$/i, 'write the whole address of the image, https://... or data:.'],
  [/^\.{0,2}\/|^@\/|^~/, 'a template is one file: put what it needs into it.'],
  [/icons|lucide|heroicons|fontawesome/i, 'paste the <svg> of the icon in its place.'],
  [
    /^(?:date-fns|dayjs|moment|luxon|@date-fns\/)/,
    'write new Date(date).toLocaleDateString("en", { dateStyle: "long" }), or take the date as the text to show.',
  ],
  [/^(?:lodash.*|ramda|remeda|es-toolkit.*)$/, 'the language has map, filter, at, slice, flat and Object.groupBy.'],
  [/^(?:numeral|pretty-bytes|millify|accounting)$/, 'write value.toLocaleString("en"), or Intl.NumberFormat.'],
  [/^(?:classnames|class-variance-authority|cva|classcat)$/, 'clsx joins class names.'],
  [/^(?:zod.*|valibot|yup)$/, 'the component takes its variables as props, each with its default.'],
  [/^(?:styled-components|@emotion\/.*|styled-jsx.*)$/, 'write style={{ ... }}, tw classes, or a <style> element.'],
  [/^(?:framer-motion|motion.*)$/, 'nothing moves in an image: use plain elements.'],
  [/^(?:react-dom.*|satori-html)$/, 'return the element itself.'],
  [
    /^(?:qrcode.*|react-qr.*|chart\.js|recharts|d3.*|@visx\/.*)$/,
    'the command line bundles a package that is installed and needs no browser.',
  ],
];

export const isHook = (name: string): boolean => /^use([A-Z]|$)/.test(name);

const statelessHooks = [...reactNames].filter(isHook).join(', ');

export const createMissingName = (node: Node, name: string, module: string): Diagnostic =>
  isHook(name)
    ? createDiagnosticAt(
        node,
        'hook',
        `${name} is a hook; a template is rendered once and keeps no state, so the only hooks are ${statelessHooks}.`,
      )
    : createDiagnosticAt(node, 'import', `"${module}" has no ${name === 'default' ? 'default export' : name} here.`);
