import { describe, expect, it } from 'vitest';
import { imageFailure } from '../../../../lambdas/core/picture/images/image-failure.ts';

describe('imageFailure', () => {
  it('names a remote picture by its whole address, since that is how it is found again', () => {
    const address = `https://pictures.example/${'long/'.repeat(100)}a.png`;

    expect(imageFailure(address, 'no picture').url).toBe(address);
  });

  it('names an embedded one by its beginning', () => {
    expect(imageFailure(`data:image/png;base64,${'A'.repeat(1_000)}`, 'no picture').url).toHaveLength(200);
  });
});
