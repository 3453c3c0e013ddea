import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineName } from '#engine/engine-names.ts';
import { engineNames } from '#engine/engine-names.ts';
import { closeWorkers } from '../../support/close-workers.ts';
import { figure } from '../../support/effort.ts';
import { type Browser, isChromiumThere, openChromium } from './chromium.ts';
import { getShares, renderByBrowser, renderByEngine } from './compare.ts';
import { getImages, isFetched, isTold, realTemplates } from './real-templates.ts';

const fetched = realTemplates.filter(isFetched);
const isReady = isChromiumThere() && fetched.length > 0;
const reason = isReady ? '' : ' (SKIPPED: Chromium is not installed, or npm run fidelity:fetch was not run)';

describe.skipIf(!isReady)(`templates of public repositories beside Chromium${reason}`, () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openChromium('unhinted');
  });
  afterAll(async () => {
    await closeWorkers();
    await browser?.close();
  });

  const compared: Record<EngineName, number[]> = { takumi: [], satori: [] };
  const silent: Record<EngineName, string[]> = { takumi: [], satori: [] };
  const rows = engineNames.flatMap((engine) =>
    fetched.map((template) => [engine, `${template.repository}/${template.path}`, template] as const),
  );

  it.each(rows)('%s: %s is rendered, as in a browser or not', async (engine, _name, template) => {
    for (const image of await getImages(template, engine)) {
      const ours = await renderByEngine(image.golden, engine);
      const { all } = getShares(ours, await renderByBrowser(image.golden, browser as Browser));
      compared[engine].push(all);
      if (all < 0.98 && !isTold(image)) silent[engine].push(image.golden.name);
    }
  });

  const countLike = (engine: EngineName) => compared[engine].filter((share) => share >= 0.98).length;

  it('takumi shows 98% of the images as a browser does in 98% of their blocks, and tells of the others', () => {
    figure('real templates, takumi beside Chromium', `${countLike('takumi')} of ${compared.takumi.length}`);

    expect(countLike('takumi') / compared.takumi.length).toBeGreaterThanOrEqual(0.98);
    expect(silent.takumi).toEqual([]);
  });

  it('satori tells of all but one in twenty of the images that it shows unlike a browser', () => {
    figure('real templates, satori beside Chromium', `${countLike('satori')} of ${compared.satori.length}`);
    figure('real templates that satori shows otherwise without a word', silent.satori.join(', '));

    expect(compared.satori.length).toBeGreaterThan(0);
    expect(silent.satori.length / compared.satori.length).toBeLessThanOrEqual(0.05);
  });
});
