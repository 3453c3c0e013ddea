import { sha256Hex } from 'image-url-engine/values.ts';
import * as z from 'zod';
import { limits } from './limits.ts';
import { templateIdForm } from './schemas/key.ts';
import { keyScopes } from './scopes.ts';

/* Custom resources of the CDK construct (`deployResource`). CloudFormation converts all values to text. */

const accountId = z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'an account id is 1 to 32 letters and digits');
const name = z.string().trim().min(1).max(limits.nameCharacters);

export const accountProperties = z.object({ Plan: z.string().min(1) });

export const apiKeyProperties = z.object({
  AccountId: accountId,
  /** ARN of the secret that the key is written to. */
  Secret: z.string().min(1),
  Name: name,
  Scopes: z.array(z.enum(keyScopes)).min(1),
  TemplateIds: z.array(z.string().regex(templateIdForm, 'no template id')).min(1).max(limits.keyTemplates).optional(),
  MonthlyMints: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
});

/** Maximum number of templates in a set: CloudFormation takes answers of 4 KB, which have the id of each. */
export const templatesOfSet = 60;

export const templateSetProperties = z.object({
  AccountId: accountId,
  /** Location of the published `TemplateSetAsset`. */
  Bucket: z.string().min(1),
  Key: z.string().min(1),
  /** What becomes of a template whose file is gone. */
  Removed: z.enum(['delete', 'keep']).default('delete'),
});

/** Returns the attribute of a set with the id of a template. Attributes may have few characters of a name. */
export const getIdAttribute = (templateName: string): string => `Id${sha256Hex(templateName).slice(0, 12)}`;

/** A template file bundled with the files it imports, as one text. */
const templateAsset = z.object({
  /** Path of the file in its project. */
  file: z.string(),
  code: z.string(),
  /** File and line of each line before the file's own lines. */
  origins: z.array(z.tuple([z.string(), z.int()])).default([]),
});

/** The templates of a set, by names that differ. */
export const templateSetAsset = z.array(templateAsset.extend({ name })).max(templatesOfSet);

export type AccountProperties = z.input<typeof accountProperties>;
export type ApiKeyProperties = z.input<typeof apiKeyProperties>;
export type TemplateSetProperties = z.input<typeof templateSetProperties>;
export type TemplateAsset = z.output<typeof templateSetAsset>[number];

const resource = z.discriminatedUnion('ResourceType', [
  z.object({ ResourceType: z.literal('Custom::ImageUrlAccount'), ResourceProperties: accountProperties }),
  z.object({ ResourceType: z.literal('Custom::ImageUrlApiKey'), ResourceProperties: apiKeyProperties }),
  z.object({ ResourceType: z.literal('Custom::ImageUrlTemplates'), ResourceProperties: templateSetProperties }),
]);

const call = z.discriminatedUnion('RequestType', [
  z.object({ RequestType: z.literal('Create') }),
  z.object({ RequestType: z.literal('Update'), PhysicalResourceId: z.string() }),
  z.object({ RequestType: z.literal('Delete'), PhysicalResourceId: z.string() }),
]);

/** Fields that a response needs, required even of an otherwise invalid request. */
export const customResourceEnvelope = z.object({
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
  RequestType: z.string(),
  PhysicalResourceId: z.string().optional(),
});
export const customResourceRequest = z.intersection(customResourceEnvelope, z.intersection(call, resource));

export type CustomResourceEnvelope = z.output<typeof customResourceEnvelope>;
export type CustomResourceRequest = z.output<typeof customResourceRequest>;
export type CustomResourceType = CustomResourceRequest['ResourceType'];

/** The response of a custom resource to CloudFormation. */
export interface CustomResourceAnswer {
  readonly Status: 'SUCCESS' | 'FAILED';
  readonly Reason?: string;
  readonly PhysicalResourceId: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
  readonly Data?: Readonly<Record<string, string>>;
}
