import { expect, it } from 'vitest';
import { effort, figure } from '../support/effort.ts';
import { service } from '../support/the-service.ts';
import { beginFrom, describeInBrowser, nextCheck } from './browser.ts';

const { studioUrl } = service;
const images = effort(20, 1_000);

describeInBrowser('the studio', (open) => {
  it(`keeps its memory over ${images} images`, async () => {
    const { page } = await open(studioUrl);
    await beginFrom(page, 'Event');
    const devTools = await page.context().newCDPSession(page);
    const heapMb = async (): Promise<number> => {
      await devTools.send('HeapProfiler.collectGarbage');
      const { usedSize } = await devTools.send('Runtime.getHeapUsage');
      return usedSize / 1e6;
    };
    const render = async (count: number) => {
      for (let n = 0; n < count; n++) {
        const checked = nextCheck(page);
        await page.getByLabel('Title', { exact: true }).fill(`Image ${n}`);
        await checked;
      }
    };

    await render(images / 10);
    const before = await heapMb();
    await render(images);
    const after = await heapMb();

    figure('MB of the page’s heap before and after so many images', `${before.toFixed(1)}, ${after.toFixed(1)}`);
    expect(after - before).toBeLessThan(3);
  });
});
