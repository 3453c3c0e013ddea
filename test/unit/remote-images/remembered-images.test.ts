import { expect, it } from 'vitest';
import { rememberedImages } from '../../../lambdas/remote-images/remembered-images.ts';

const picture = new Uint8Array(600);

/** A remote whose addresses are counted; those with `gone` in them have nothing. */
const counted = () => {
  const asked: string[] = [];
  const remembered = rememberedImages({
    fetch: async (url, room) => {
      asked.push(url);
      if (url.includes('gone')) return { ok: false, reason: 'HTTP 404' };
      if (room.bytes < picture.byteLength) return { ok: false, reason: 'too large' };
      room.bytes -= picture.byteLength;
      return { ok: true, bytes: picture };
    },
  });
  return { asked, remembered };
};

it('a remote image is fetched once, and so is its absence', async () => {
  const { asked, remembered } = counted();

  for (const url of ['a', 'gone', 'a', 'gone', 'b']) await remembered.fetch(url, { bytes: 1_000 });

  expect(asked).toEqual(['a', 'gone', 'b']);
});

it('a remembered image takes its room, and what had no room is fetched when there is some', async () => {
  const { asked, remembered } = counted();
  const room = { bytes: 1_000 };

  expect(await remembered.fetch('a', { bytes: 1_000 })).toMatchObject({ ok: true });
  expect(await remembered.fetch('a', room)).toMatchObject({ ok: true });
  expect(room.bytes).toBe(400);
  expect(await remembered.fetch('a', room)).toEqual({ ok: false, reason: 'too large' });
  expect(await remembered.fetch('b', room)).toEqual({ ok: false, reason: 'too large' });
  expect(await remembered.fetch('b', { bytes: 1_000 })).toMatchObject({ ok: true });
  expect(asked).toEqual(['a', 'b', 'b']);
});
