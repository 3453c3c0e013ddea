import { expect, it } from 'vitest';
import { newTemplateId } from '../../lambdas/templates/save-code.ts';

it('gives a new template an id that no command reads as an option', () => {
  const ids = [0x00, 0xfb].map((byte) => newTemplateId((count) => new Uint8Array(count).fill(byte)));
  expect(ids).toEqual(['AAAAAAAAAAAAAAAAAAAAAA', '__v7-_v7-_v7-_v7-_v7-w']);
});
