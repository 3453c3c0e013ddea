import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeWorkers } from '../../support/close-workers.ts';
import { figure } from '../../support/effort.ts';
import { type Browser, isChromiumThere, openChromium } from './chromium.ts';
import { getShares, renderByBrowser, renderByEngine } from './compare.ts';
import { isFetched, isTold, lookAtTemplate } from './real-templates.ts';
import { readSatoriInputs, satoriTests, toTemplate } from './satori-tests.ts';

const isReady = isChromiumThere() && isFetched(satoriTests);
const reason = isReady ? '' : ' (SKIPPED: Chromium is not installed, or npm run fidelity:fetch was not run)';

const inputs = isReady ? await readSatoriInputs() : [];
const files = [...new Set(inputs.map(({ name }) => name.split(' ', 1)[0] ?? ''))];

/** Inputs that were looked at: what differs is right, or not seen. */
const judged: Readonly<Record<string, string>> = {
  'corner-shape.test.tsx applies shaped corners to fills and directional borders': 'dashes that begin elsewhere',
  'error.test.tsx should not throw if flex missing on span that has children':
    'ten pixels of a text, on the line of the base font in the page',
  'harfbuzz-shaping.test.tsx should position combining marks over Latin glyphs':
    'the page takes another font for the mark than for its letter',
  'harfbuzz-shaping.test.tsx should compose decomposed Hangul Jamo into syllable glyphs':
    'the page composes no syllables with fonts in parts',
  'harfbuzz-shaping.test.tsx showcases HarfBuzz shaping features': 'both of these',
  'image.test.tsx should handle charset=utf-8': 'an address with a plain #, which satori reads too',
  'image.test.tsx should handle charset=utf-8 with comma in data': 'the same',
  'letter-spacing.test.tsx should render letter-spacing with text-align right': 'one pixel',
  'line-clamp.test.tsx Should work correctly': 'a text in place of the ellipsis, which browsers do not have',
};

describe.skipIf(!isReady)(`inputs of satori's own tests beside Chromium${reason}`, () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openChromium('unhinted');
  });
  afterAll(async () => {
    await closeWorkers();
    await browser?.close();
  });

  const counts = { right: 0, judged: 0, told: 0, refused: 0 };
  const silent: string[] = [];

  it.each(files)('%s', async (file) => {
    for (const input of inputs.filter(({ name }) => name.startsWith(`${file} `))) {
      const { image, refusals } = await lookAtTemplate(input.name, toTemplate(input, 'takumi'), 'takumi');
      if (!image) {
        if (refusals.length > 0) counts.refused += 1;
        else silent.push(input.name);
        continue;
      }
      const ours = await renderByEngine(image.golden, 'takumi');
      const { content } = getShares(ours, await renderByBrowser(image.golden, browser as Browser));
      if (content >= 0.98) counts.right += 1;
      else if (Object.hasOwn(judged, input.name)) counts.judged += 1;
      else if (isTold(image)) counts.told += 1;
      else silent.push(input.name);
    }
  });

  it('are right or told by the default engine in 98.8 of 100', () => {
    const { right, judged: byEye, told, refused } = counts;
    const all = `${right} right, ${byEye} judged by eye, ${told} told, ${refused} refused with a reason, of ${inputs.length}`;
    figure("inputs of satori's tests, takumi beside Chromium", all);
    figure("inputs of satori's tests that takumi renders otherwise without a word", silent.join(', '));

    expect(inputs.length).toBeGreaterThan(500);
    expect(silent.length / inputs.length).toBeLessThanOrEqual(6 / 511);
  });
});
