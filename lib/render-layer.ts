import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { RemovalPolicy } from 'aws-cdk-lib';
import { Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** Where `npm run layer` leaves the layer. */
export const builtLayer = resolve(import.meta.dirname, '../layers/render/build');

export interface RenderLayerProps {
  /** Folder with the layer's contents. @default where `npm run layer` leaves it */
  readonly folder?: string;
}

/** Rasteriser, encoder, fonts and emoji for the functions that render. */
export class RenderLayer extends Construct {
  readonly version: LayerVersion;

  constructor(scope: Construct, id: string, { folder = builtLayer }: RenderLayerProps = {}) {
    super(scope, id);
    if (!existsSync(folder)) throw new Error(`${folder} is not there. Run: npm run layer`);
    this.version = new LayerVersion(this, 'Version', {
      code: Code.fromAsset(folder),
      compatibleArchitectures: [Architecture.ARM_64],
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      description: 'Rasteriser, encoder, fonts, emoji',
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}
