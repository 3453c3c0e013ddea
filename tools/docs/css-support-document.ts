import type { EngineName } from '#engine/engine-names.ts';
import {
  getMeasuredForms,
  getSheetSupport,
  measuredBy,
  measuredEngines,
  measuredProperties,
  measuredSheetForms,
  type Support,
} from '#engine/lint/tree/css-support.ts';

/** Forms with an effect in Chromium. */
const getVisibleForms = (property: string, engine: EngineName): readonly (readonly [string, Support])[] =>
  [...(getMeasuredForms(property, engine) ?? [])].filter(
    ([, support]) => support !== 'invisible' && support !== 'unread',
  );

const code = (forms: readonly string[]): string => forms.map((form) => `\`${form.replaceAll('|', '\\|')}\``).join(', ');

const getCell = (property: string, engine: EngineName): string => {
  const forms = getVisibleForms(property, engine);
  const ofSupport = (wanted: Support) => forms.filter(([, support]) => support === wanted).map(([form]) => form);
  const [none, different, some] = [ofSupport('none'), ofSupport('different'), ofSupport('some')];
  if (none.length === forms.length) return 'no';
  const notes = [
    ...(none.length > 0 ? [`not ${code(none)}`] : []),
    ...(different.length > 0 ? [`otherwise: ${code(different)}`] : []),
    ...(some.length > 0 ? [`in part: ${code(some)}`] : []),
  ];
  return notes.length === 0 ? 'yes' : notes.join('; ');
};

const ofSheets = (...wanted: readonly Support[]): string =>
  code(measuredSheetForms.filter((form) => wanted.includes(getSheetSupport(form) ?? 'invisible')));

/** Returns `docs/css-support.md`, from the measured table. */
export const cssSupportDocument = (): string => {
  const getValues = (property: string) => [
    ...new Set(measuredEngines.flatMap((engine) => getVisibleForms(property, engine).map(([form]) => form))),
  ];
  const isVisible = (property: string) => getValues(property).length > 0;
  const visible = measuredProperties.filter(isVisible);
  const values = (property: string) => code(getValues(property));
  const rows = visible.map(
    (property) =>
      `| \`${property}\` | ${values(property)} | ${measuredEngines.map((engine) => getCell(property, engine)).join(' | ')} |`,
  );
  const others = measuredProperties.filter((property) => !isVisible(property));
  return `# CSS support

What each engine renders, measured: every property below was rendered with the values beside it on Chromium ${measuredBy.chromium}, takumi ${measuredBy.takumi} and satori ${measuredBy.satori}, each in a small scene in which Chromium shows an effect. \`npm run css-support\` measures again and writes the table that this page and the warnings \`no-effect\` and \`unlike-browser\` are made of; a nightly job fails when it is out of date.

In a value, \`#\` is any number, length, percentage or angle and \`colour\` any plain colour. *yes*: as in Chromium. *no*: without effect. *otherwise*: it looks different. *in part*: it has an effect that could not be compared with Chromium's, or has one in some layouts only.

| Property | Values | ${measuredEngines.join(' | ')} |
|---|---|${measuredEngines.map(() => '---|').join('')}
${rows.join('\n')}

Without an effect in a still image, or not read by Chromium: ${others.map((property) => `\`${property}\``).join(', ')}.

## Style sheets

The engine satori reads no rules of a \`<style>\`. takumi renders these selectors and at-rules as Chromium does: ${ofSheets('same')}.

Not rendered: ${ofSheets('none')}.

Otherwise: ${ofSheets('different', 'some') || 'none'}.

Without an effect in a still image: ${ofSheets('invisible')}.
`;
};
