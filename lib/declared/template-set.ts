import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RemovalPolicy, Stage } from 'aws-cdk-lib';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import { getIdAttribute, type TemplateSetProperties, templatesOfSet } from 'image-url-contract/custom-resources.ts';
import { StageError } from '../app/settings.ts';
import type { DeclaredResources } from './declared-resources.ts';
import type { ImageUrlsTemplates, ImageUrlsTemplatesOptions } from './image-urls-declared.ts';
import { readTemplateFiles, type TemplateFile } from './template-files.ts';

export interface TemplateSetProps extends ImageUrlsTemplatesOptions {
  readonly declared: DeclaredResources;
  readonly patterns: readonly string[];
}

/** Writes the asset of a set to the output of the synthesis. @returns its path */
const writeAsset = (scope: Construct, files: readonly TemplateFile[]): string => {
  const content = JSON.stringify(files);
  const folder = join(Stage.of(scope)?.assetOutdir ?? '.', '.templates');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${createHash('sha256').update(content).digest('hex')}.json`);
  writeFileSync(path, content);
  return path;
};

/** @throws Error for files of one name, and for more than a set can have */
const requireNames = (files: readonly TemplateFile[], id: string): void => {
  const names = new Set<string>();
  for (const { name, file } of files) {
    if (names.has(name))
      throw new StageError(`${file}: the set ${id} has another template of the name ${name}; rename one.`);
    names.add(name);
  }
  if (files.length > templatesOfSet)
    throw new StageError(
      `addTemplates: ${id} has ${files.length} templates, and a set has at most ${templatesOfSet}; call it for each folder.`,
    );
};

/** Templates of files, deployed by one custom resource. */
export class TemplateSet extends Construct implements ImageUrlsTemplates {
  readonly names: readonly string[];
  readonly templateIds: Readonly<Record<string, string>>;
  readonly accountId: string;

  constructor(scope: Construct, id: string, props: TemplateSetProps) {
    super(scope, id);
    const { declared, patterns, cwd = process.cwd(), root, removalPolicy = RemovalPolicy.DESTROY } = props;
    this.accountId = props.accountId ?? declared.accountId;
    const files = readTemplateFiles({ patterns, cwd, root });
    requireNames(files, id);
    const asset = new Asset(this, 'Source', { path: writeAsset(this, files) });
    declared.grantAsset(asset);
    const properties: TemplateSetProperties = {
      ...{ AccountId: this.accountId, Bucket: asset.s3BucketName, Key: asset.s3ObjectKey },
      Removed: removalPolicy === RemovalPolicy.DESTROY ? 'delete' : 'keep',
    };
    const resource = declared.declare(this, 'Templates', 'Custom::ImageUrlTemplates', properties);
    resource.applyRemovalPolicy(removalPolicy);
    this.names = files.map(({ name }) => name);
    this.templateIds = Object.fromEntries(
      this.names.map((name) => [name, resource.getAttString(getIdAttribute(name))]),
    );
  }

  templateId(name: string): string {
    const found = Object.hasOwn(this.templateIds, name) ? this.templateIds[name] : undefined;
    if (found === undefined) throw new StageError(`There is no template ${name}; there are ${this.names.join(', ')}.`);
    return found;
  }
}
