import { generateApiKey, parseApiKey } from 'image-url-contract/api-key.ts';
import { describe, expect, it } from 'vitest';

const random = new Uint8Array(20).map((_, n) => n * 13);

describe('an API key', () => {
  it('reads back the account it was made for', () => {
    const key = generateApiKey('acc1', random);
    expect(key).toMatch(/^iu_acc1_[0-9A-Za-z]{33}$/);
    expect(parseApiKey(key)).toMatchObject({ accountId: 'acc1', isChecksumRight: true });
  });

  it('is recognised as invalid by its checksum, whichever character is wrong', () => {
    const key = generateApiKey('acc1', random);
    for (let at = 'iu_'.length; at < key.length; at += 1) {
      if (key[at] === '_') continue;
      const changed = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(parseApiKey(changed)).toMatchObject({ isChecksumRight: false });
    }
  });

  const others = [
    [''],
    ['iu_'],
    ['sk_acc1_abc'],
    [`${generateApiKey('acc1', random)}0`],
    [` ${generateApiKey('acc1', random)}`],
  ];
  it.each(others)('is not %j', (text) => {
    expect(parseApiKey(text)).toBeUndefined();
  });

  it('has 160 random bits, whatever they are', () => {
    expect(generateApiKey('a', new Uint8Array(20))).toMatch(/^iu_a_0{27}/);
    expect(generateApiKey('a', new Uint8Array(20).fill(255))).toMatch(/^iu_a_[0-9A-Za-z]{33}$/);
  });
});
