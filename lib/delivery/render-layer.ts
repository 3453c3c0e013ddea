import { existsSync } from 'node:fs';
import { RemovalPolicy } from 'aws-cdk-lib';
import { Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { buildHint, layerFolders } from '../app/assets.ts';
import { StageError } from '../app/settings.ts';

export interface RenderLayerProps {
  /** Folder or zip file with the layer's contents. @default those of `npm run layer` */
  readonly folder?: string;
}

/** Rasteriser, encoder, fonts and emoji for the functions that render. */
export class RenderLayer extends Construct {
  readonly versions: readonly LayerVersion[];

  constructor(scope: Construct, id: string, { folder }: RenderLayerProps = {}) {
    super(scope, id);
    this.versions = (folder === undefined ? layerFolders : [folder]).map((path, n) => {
      if (!existsSync(path)) throw new StageError(`layerPath: there is no render layer at ${path}. ${buildHint.layer}`);
      return new LayerVersion(this, n === 0 ? 'Version' : `Version${n + 1}`, {
        code: Code.fromAsset(path),
        compatibleArchitectures: [Architecture.ARM_64],
        compatibleRuntimes: [Runtime.NODEJS_24_X],
        description: 'Rasteriser, encoder, fonts, emoji',
        removalPolicy: RemovalPolicy.DESTROY,
      });
    });
  }
}
