import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RemovalPolicy, Stage } from 'aws-cdk-lib';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import type { TemplateProperties } from '../../lambdas/contract/custom-resources.ts';
import type { DeclaredResources } from './declared-resources.ts';
import type { ImageUrlsTemplates, ImageUrlsTemplatesOptions } from './image-urls-declared.ts';
import { readTemplateFiles, type TemplateFile } from './template-files.ts';

export interface TemplateSetProps extends ImageUrlsTemplatesOptions {
  readonly declared: DeclaredResources;
  readonly patterns: readonly string[];
}

/** Writes a template's asset to the output of the synthesis. @returns its path */
const writeAsset = (scope: Construct, { file, code, origins }: TemplateFile): string => {
  const content = JSON.stringify({ file, code, origins });
  const folder = join(Stage.of(scope)?.assetOutdir ?? '.', '.templates');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${createHash('sha256').update(content).digest('hex')}.json`);
  writeFileSync(path, content);
  return path;
};

/** Declares templates of files, each as its own resource, so that they are updated and deleted separately. */
export const templateSet = (
  scope: Construct,
  {
    declared,
    patterns,
    cwd = process.cwd(),
    root,
    removalPolicy = RemovalPolicy.DESTROY,
    ...options
  }: TemplateSetProps,
): ImageUrlsTemplates => {
  const { accountId = declared.accountId } = options;
  const templateIds: Record<string, string> = {};
  for (const template of readTemplateFiles({ patterns, cwd, root })) {
    const { name, file } = template;
    if (scope.node.tryFindChild(name))
      throw new Error(`${file}: the stack has another template of the name ${name}; rename one.`);
    const own = new Construct(scope, name);
    const asset = new Asset(own, 'Source', { path: writeAsset(own, template) });
    declared.grantAsset(asset);
    const { s3BucketName: Bucket, s3ObjectKey: Key } = asset;
    const properties: TemplateProperties = { AccountId: accountId, Name: name, Bucket, Key };
    const resource = declared.declare(own, 'Template', 'Custom::ImageUrlTemplate', properties);
    resource.applyRemovalPolicy(removalPolicy);
    templateIds[name] = resource.getAttString('TemplateId');
  }
  const names = Object.keys(templateIds);
  return {
    names,
    templateIds,
    accountId,
    templateId: (name) => {
      const id = Object.hasOwn(templateIds, name) ? templateIds[name] : undefined;
      if (id === undefined) throw new Error(`There is no template ${name}; there are ${names.join(', ')}.`);
      return id;
    },
  };
};
