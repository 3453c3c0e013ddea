import { Stack, type StackProps } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { ImageUrls } from './image-urls.ts';
import { addOutputs } from './service-outputs.ts';
import type { Stage } from './stage.ts';

export interface ServiceStackProps extends StackProps {
  readonly stage: Stage;
  /** Font source of a stage without the setting. @default the public npm registry */
  readonly fontSource?: unknown;
  /** Folder with the render layer. @default that of `npm run layer` */
  readonly layerFolder?: string | undefined;
  /** Folder with the studio's page. @default that of `npm run studio` */
  readonly studioFolder?: string | undefined;
}

/** The stack of one stage of `cdk.json`: the construct, and the outputs with which programs find its resources. */
export class ServiceStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, fontSource, layerFolder, studioFolder, ...props }: ServiceStackProps,
  ) {
    super(scope, id, props);
    const { encryptionKey } = stage;
    // `Default` adds nothing to logical ids
    const { service } = new ImageUrls(this, 'Default', {
      ...(fontSource !== undefined && { fontSource: fontSource as string }),
      ...stage.props,
      ...(encryptionKey !== undefined && { encryptionKey: Key.fromKeyArn(this, 'Key', encryptionKey) }),
      instanceName: stage.name,
      operatorOutputs: false,
      ...(layerFolder !== undefined && { layerPath: layerFolder }),
      ...(studioFolder !== undefined && { studioPath: studioFolder }),
    });
    addOutputs(this, service, `--stage ${stage.name}`);
  }
}
