import '../support/patient-sockets.ts';
import { limits } from 'image-url-contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { dynamoDbFontAdder, dynamoDbFontDeleter, dynamoDbFontLister } from '../../lambdas/aws/dynamodb/fonts.ts';
import { s3FontFileReader, s3FontFileWriter } from '../../lambdas/aws/s3/sources.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import type { FontRecord } from '../../lambdas/ports/records.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';

useFaultyCloud();

const getFont = (n: number): FontRecord => ({
  ...{
    fontId: `font${n}`,
    family: `Family ${n}`,
    weights: [100, 900],
    styles: ['normal', 'italic'],
    hash: 'a'.repeat(64),
  },
  ...{
    isVariable: true,
    scripts: ['Latin'],
    bytes: 1_234,
    unpackedBytes: 5_678,
    createdAt: new Date(1_700_000_000_000 + n),
  },
});
const adder = () => dynamoDbFontAdder(readEnvironment('fonts:add'));
const lister = () => dynamoDbFontLister(readEnvironment('fonts:read'));
const deleter = () => dynamoDbFontDeleter(readEnvironment('fonts:delete'));

describe('the fonts of an account', () => {
  it('are as many as it may have, however many are added at once, and of no other account', async () => {
    const fonts = Array.from({ length: limits.fonts + 14 }, (_, n) => getFont(n));

    const added = await Promise.all(fonts.map((font) => adder().add('many', font)));

    expect(added.filter((isAdded) => isAdded)).toHaveLength(limits.fonts);
    const cached = await lister().of('many');
    expect(cached).toHaveLength(limits.fonts);
    const [newest = expect.fail('no font')] = cached;
    expect(newest).toEqual(fonts.find(({ fontId }) => fontId === newest.fontId));
    // one it has may be added again, another may not before one is gone
    expect(await adder().add('many', newest)).toBe(true);
    expect(await adder().add('many', getFont(1_000))).toBe(false);
    expect(await deleter().delete('many', newest.fontId)).toBe(true);
    expect(await deleter().delete('many', newest.fontId)).toBe(false);
    expect(await adder().add('many', getFont(1_000))).toBe(true);
    expect((await lister().of('many'))[0]?.fontId).toBe('font1000');
    expect(await lister().of('other')).toEqual([]);
    expect(await deleter().delete('other', 'font1000')).toBe(false);
  });

  it('have bytes that are proven by their hash', async () => {
    const hash = await s3FontFileWriter(readEnvironment('fontFiles:write')).put('ana', new Uint8Array([1, 2, 3]));
    const reader = s3FontFileReader(readEnvironment('fontFiles:read'));

    expect([...(await reader.read('ana', hash))]).toEqual([1, 2, 3]);
    await expect(reader.read('ana', '0'.repeat(64))).rejects.toThrow();
  });
});
