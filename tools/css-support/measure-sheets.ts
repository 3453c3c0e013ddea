import type { Browser } from '../../test/engine/fidelity/chromium.ts';
import { getPixels } from '../../test/engine/golden/render-case.ts';
import type { RenderScene } from './engines.ts';
import { compare, isChanged, type Verdict } from './measure.ts';
import { sceneSize } from './scenes.ts';
import { buildSheetScene, sheetForms } from './sheet-forms.ts';

/** `.` without an effect in both. */
export type SheetVerdict = Verdict | '.';

/** Measures the selectors and at-rules of style sheets, which takumi alone reads. */
export const measureSheets = async (
  browser: Browser,
  renderScene: RenderScene,
): Promise<ReadonlyMap<string, SheetVerdict>> => {
  const show = async (css: string) =>
    getPixels(await browser.render({ name: 'sheet', tree: buildSheetScene(css), options: sceneSize }));
  const [base, before] = [await show(''), await renderScene(buildSheetScene(''))];
  const measured = new Map<string, SheetVerdict>();
  for (const { form, css } of sheetForms) {
    const [shown, after] = [await show(css), await renderScene(buildSheetScene(css))];
    if (isChanged(base, shown)) measured.set(form, compare(before, after, base, shown));
    else measured.set(form, before && after && isChanged(before, after) ? '*' : '.');
  }
  return measured;
};
