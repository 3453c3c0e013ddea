import { existsSync } from 'node:fs';
import { RemovalPolicy } from 'aws-cdk-lib';
import { Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { buildHint, layerFolder } from '../app/assets.ts';

export interface RenderLayerProps {
  /** Folder with the layer's contents. @default that of `npm run layer` */
  readonly folder?: string;
}

/** Rasteriser, encoder, fonts and emoji for the functions that render. */
export class RenderLayer extends Construct {
  readonly version: LayerVersion;

  constructor(scope: Construct, id: string, { folder = layerFolder }: RenderLayerProps = {}) {
    super(scope, id);
    if (!existsSync(folder)) throw new Error(`${folder} is missing. ${buildHint.layer}`);
    this.version = new LayerVersion(this, 'Version', {
      code: Code.fromAsset(folder),
      compatibleArchitectures: [Architecture.ARM_64],
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      description: 'Rasteriser, encoder, fonts, emoji',
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}
