import type { EngineName } from '../../engine-names.ts';
import { getOwn } from '../../get-own.ts';
import table from '../../styles/css-support.json' with { type: 'json' };
import { getFormFunctions, getValueForm } from './value-form.ts';

/**
 * What became of a declaration in an engine: `same` as in Chromium, `different`, `none` (no effect although Chromium
 * shows one), `some` (an effect that could not be compared), `invisible` (no effect in Chromium either), `unread` (Chromium
 * does not read it).
 */
export type Support = 'same' | 'different' | 'none' | 'some' | 'invisible' | 'unread';

const supportBySign: Readonly<Record<string, Support>> = {
  '=': 'same',
  '~': 'different',
  '-': 'none',
  '+': 'some',
  '*': 'some',
  '.': 'invisible',
  x: 'unread',
};

/** Engines in the order of the signs of a row. */
export const measuredEngines: readonly EngineName[] = ['takumi', 'satori'];

/** Forms of values by their signs, such as `=-`: one sign an engine. */
type Row = Readonly<Record<string, readonly string[]>>;
const properties: Readonly<Record<string, Row>> = table.properties;

const sheetSupport: ReadonlyMap<string, Support> = new Map(
  Object.entries(table.sheets as Readonly<Record<string, readonly string[]>>).flatMap(([sign, forms]) =>
    forms.map((form) => [form, supportBySign[sign] ?? 'some'] as const),
  ),
);

/** Returns what was measured of a selector or an at-rule with takumi; undefined for one that was not. */
export const getSheetSupport = (form: string): Support | undefined => sheetSupport.get(form);

export const measuredSheetForms: readonly string[] = [...sheetSupport.keys()];

const readRow = (row: Row, engine: EngineName): ReadonlyMap<string, Support> => {
  const at = measuredEngines.indexOf(engine);
  return new Map(
    Object.entries(row).flatMap(([signs, forms]) =>
      forms.map((form) => [form, supportBySign[signs.charAt(at)] ?? 'some'] as const),
    ),
  );
};

const rows = new Map<string, ReadonlyMap<string, Support>>();

/** Returns the measured forms of a property's values; undefined for a property that was not measured. */
export const getMeasuredForms = (property: string, engine: EngineName): ReadonlyMap<string, Support> | undefined => {
  const key = `${engine} ${property}`;
  const known = rows.get(key);
  if (known) return known;
  const row = getOwn(properties, property);
  if (!row) return undefined;
  const read = readRow(row, engine);
  rows.set(key, read);
  return read;
};

export const measuredBy: Readonly<Record<'chromium' | 'takumi' | 'satori', string>> = table.by;

export const measuredProperties: readonly string[] = Object.keys(properties);

export const isMeasured = (property: string): boolean => Object.hasOwn(properties, property);

export interface DeclarationSupport {
  readonly support: Support;
  /** Whether this is true of every value of the property. */
  readonly isOfProperty: boolean;
}

/** Returns what was measured of a declaration; undefined if nothing like it was. @param property in kebab case. */
export const getSupport = (property: string, value: string, engine: EngineName): DeclarationSupport | undefined => {
  const forms = getMeasuredForms(property, engine);
  if (!forms || forms.size === 0) return undefined;
  const all = new Set(forms.values());
  for (const support of ['invisible', 'unread'] as const)
    if (all.size === 1 && all.has(support)) return { support, isOfProperty: true };
  const form = getValueForm(value);
  const own = forms.get(form);
  // an initial value shows nothing; of all others nothing was seen
  if (own !== 'invisible' && all.has('none') && [...all].every((support) => withoutEffect.has(support)))
    return { support: 'none', isOfProperty: true };
  if (own !== undefined) return { support: own, isOfProperty: false };
  const parts = getFormFunctions(form).flatMap((part) => forms.get(part) ?? []);
  const worst = (['none', 'different'] as const).find((support) => parts.includes(support));
  return worst && { support: worst, isOfProperty: false };
};

const withoutEffect: ReadonlySet<Support> = new Set(['none', 'invisible', 'unread']);
