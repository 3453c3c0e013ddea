import { expect, it } from 'vitest';
import { rememberedImages } from '../../../lambdas/remote-images/remembered-images.ts';

const picture = new Uint8Array(600);

/** Room for so many bytes; how many were asked of it. */
const roomFor = (bytes: number) => {
  const asked: number[] = [];
  const grow = (toBytes: number) => asked.push(toBytes) > 0 && toBytes <= bytes;
  return { asked, grow, lost: new AbortController().signal };
};

/** A remote whose addresses are counted; those with `gone` in them have nothing. */
const counted = () => {
  const asked: string[] = [];
  const remembered = rememberedImages({
    fetch: async (url, room) => {
      asked.push(url);
      if (url.includes('gone')) return { ok: false, reason: 'HTTP 404' };
      if (!room.grow(picture.byteLength)) return { ok: false, reason: 'too large' };
      return { ok: true, bytes: picture };
    },
  });
  return { asked, remembered };
};

it('a remote image is fetched once, and so is its absence', async () => {
  const { asked, remembered } = counted();

  for (const url of ['a', 'gone', 'a', 'gone', 'b']) await remembered.fetch(url, roomFor(1_000));

  expect(asked).toEqual(['a', 'gone', 'b']);
});

it('a remembered image takes its room, and what had no room is fetched when there is some', async () => {
  const { asked, remembered } = counted();
  const [enough, tooLittle] = [roomFor(600), roomFor(599)];

  expect(await remembered.fetch('a', roomFor(1_000))).toMatchObject({ ok: true });
  expect(await remembered.fetch('a', enough)).toMatchObject({ ok: true });
  expect(enough.asked).toEqual([600]);
  expect(await remembered.fetch('a', tooLittle)).toEqual({ ok: false, reason: 'too large' });
  expect(await remembered.fetch('b', tooLittle)).toEqual({ ok: false, reason: 'too large' });
  expect(await remembered.fetch('b', roomFor(1_000))).toMatchObject({ ok: true });
  expect(asked).toEqual(['a', 'b', 'b']);
});
