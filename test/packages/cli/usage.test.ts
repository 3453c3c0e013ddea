import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { imageUrl, newProject } from './command-line.ts';
import { emulator } from './emulator.ts';

let folder: string;
let service: Awaited<ReturnType<typeof emulator>>;
beforeEach(async () => {
  folder = await newProject();
  service = await emulator();
  await writeFile(join(folder, 'image-url.json'), JSON.stringify({ baseUrl: service.baseUrl, templates: '*.jsx' }));
});

const month = {
  ...{ plan: 'starter', status: 'active' },
  period: { start: '2026-11-10T00:00:00.000Z', end: '2026-12-10T00:00:00.000Z' },
  imageMints: { used: 410, limit: 500, remaining: 90 },
  aiGenerations: { used: 0, limit: null, remaining: null },
};
const event = { threshold: 80, used: 400, limit: 500, periodEnd: month.period.end, sentAt: '2026-11-23T10:00:00.000Z' };

const usage = (body: object) => {
  service.state.instead = () => ({ status: 200, body });
  return imageUrl(folder, ['usage']);
};

describe('image-url usage', () => {
  it('lists the usage events that were sent, under what is used', async () => {
    const events = [
      { what: 'mints', ...event },
      { what: 'monthlyMints', keyId: 'k1', ...event },
    ];

    const { stdout, code } = await usage({ ...month, events });

    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(/ +/g, ' ').trim());
    expect(code).toBe(0);
    expect(lines).toEqual([
      'starter, active, 2026-11-10 to 2026-12-10',
      'image mints 410 of 500 90 left',
      'AI generations 0 no limit',
      '',
      'usage events sent',
      'mints 80% 400 of 500 2026-11-23',
      'monthlyMints k1 80% 400 of 500 2026-11-23',
    ]);
  });

  it('says nothing of events where none was sent', async () => {
    const { stdout, code } = await usage({ ...month, events: [] });
    expect([code, stdout.includes('events')]).toEqual([0, false]);
  });
});
