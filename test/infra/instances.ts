import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { ImageUrls } from '../../lib/app/image-urls.ts';
import type { ImageUrlsProps } from '../../lib/app/image-urls-props.ts';
import { emptyAssets, unbundled } from '../support/empty-assets.ts';
import { useFolder } from '../support/folder.ts';

export const env = { account: '111122223333', region: 'eu-west-1' };

/** Instances of the construct in apps of their own, whose code is not bundled; their files go after the tests of the file. */
export const useInstances = () => {
  const folder = useFolder();
  const { layerFolder: layerPath, studioFolder: studioPath } = emptyAssets(folder);
  let apps = 0;
  const anApp = (): App => {
    apps += 1;
    const outdir = join(folder, `out-${apps}`);
    return new App({ outdir, builtinCloudFormationValidation: false, context: unbundled });
  };
  const anInstance = (props: ImageUrlsProps = {}) => {
    const stack = new Stack(anApp(), 'Shop', { env });
    return { stack, images: new ImageUrls(stack, 'Images', { layerPath, ...props }) };
  };
  return { folder, layerPath, studioPath, anApp, anInstance };
};

/** Returns the message of what a call throws; '' if it throws nothing. */
export const catchMessage = (call: () => unknown): string => {
  try {
    call();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
