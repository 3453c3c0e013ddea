import { describe, expect, it } from 'vitest';
import { imageFailure } from '../../../../lambdas/core/rendering/images/image-failure.ts';

describe('imageFailure', () => {
  it('names a remote image by its whole address, since that is how it is found again', () => {
    const address = `https://pictures.example/${'long/'.repeat(100)}a.png`;

    expect(imageFailure(address, 'no image').url).toBe(address);
  });

  it('names an embedded one by its beginning', () => {
    expect(imageFailure(`data:image/png;base64,${'A'.repeat(1_000)}`, 'no image').url).toHaveLength(200);
  });
});
