import type { DeliveredImage } from '../../lambdas/ports/images.ts';

/** Returns a delivered image once the work after its answer is done. */
export const answered = async <T extends DeliveredImage>(delivering: Promise<T>): Promise<Omit<T, 'after'>> => {
  const { after, ...image } = await delivering;
  await after?.();
  return image;
};
