import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ImageUrls } from './image-urls.ts';
import { addOutputs } from './service-outputs.ts';
import type { Stage } from './stage.ts';

export interface ServiceStackProps extends StackProps {
  readonly stage: Stage;
  /** Folder with the render layer. @default that of `npm run layer` */
  readonly layerFolder?: string | undefined;
  /** Folder with the studio's page. @default that of `npm run studio` */
  readonly studioFolder?: string | undefined;
}

/** The stack of one stage of `cdk.json`: the construct, and the outputs with which programs find its resources. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { stage, layerFolder, studioFolder, ...props }: ServiceStackProps) {
    super(scope, id, props);
    const { name: stageName, settings } = stage;
    // `Default` adds nothing to logical ids
    const { service } = new ImageUrls(this, 'Default', {
      stageName,
      settings,
      operatorOutputs: false,
      ...(layerFolder !== undefined && { layerPath: layerFolder }),
      ...(studioFolder !== undefined && { studioPath: studioFolder }),
    });
    addOutputs(this, service, `--stage ${stageName}`);
  }
}
