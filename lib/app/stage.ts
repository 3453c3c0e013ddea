import * as z from 'zod';
import { check, toSentence } from './describe-problems.ts';
import type { ImageUrlsProps } from './image-urls-props.ts';
import { arnForm, isInUsEast1, region, topic } from './setting-values.ts';
import {
  checkTogether,
  fieldsOf,
  type Instance,
  instanceName,
  isGiven,
  StageError,
  sharedProps,
  toSettings,
} from './settings.ts';

const digits = '12 digits in quotes';
const kms = 'the ARN of a KMS key';

/** What a stage has beside the props of its instance. */
const ofStage = {
  /** Region of the stage. Default: that of the caller's AWS configuration. */
  region: region.optional(),
  /** AWS account of the stage; programs reject credentials of another one. */
  account: z
    .string({ error: digits })
    .regex(/^\d{12}$/, { error: digits })
    .optional(),
  /** Topic in us-east-1 for alarms of the edge. */
  edgeAlarmTopic: topic.refine(isInUsEast1, { error: 'alarms of the edge stand in us-east-1' }).optional(),
  encryptionKey: z.string({ error: kms }).regex(arnForm('kms', 'key/[\\w-]+'), { error: kms }).optional(),
  tags: z
    .record(
      z.string().regex(/^(?!aws:)[\p{L}\p{Z}\p{N}_.:/=+@-]{1,128}$/iu, {
        error: 'a tag is named by 1 to 128 characters and not aws:…',
      }),
      z.string().max(256, { error: 'a text of at most 256 characters' }),
    )
    .default({}),
};

const schema = z
  .strictObject({ ...sharedProps, ...ofStage })
  .superRefine(checkTogether)
  .refine(({ alarmTopic, edgeAlarmTopic }) => isGiven(alarmTopic) === isGiven(edgeAlarmTopic), {
    error: 'alarms of the edge stand in us-east-1 and need a topic there too',
    path: ['edgeAlarmTopic'],
  });

/** Names of all settings of a stage. */
export const stageSettings: readonly string[] = Object.keys(schema.shape);

/** A stage of `cdk.json`. */
export interface Stage extends Instance, Readonly<Pick<z.output<typeof schema>, keyof typeof ofStage>> {
  /** Props of the construct as JSON, which it reads as well. */
  readonly props: ImageUrlsProps;
}

/**
 * Parses one stage of the stages in `cdk.json`.
 *
 * @throws StageError naming every invalid setting, or the existing stages
 */
export const readStage = (name: unknown, stages: unknown): Stage => {
  const read = <T>(of: z.ZodType<T>, value: unknown, what: string): T => {
    const checked = check(of, value, fieldsOf(schema.shape));
    if ('problems' in checked) throw new StageError(toSentence(what, checked.problems));
    return checked.data;
  };
  const known = read(z.record(instanceName, z.unknown()), stages, 'The stages in cdk.json');
  const wanted = read(instanceName, name, 'The stage');
  if (!Object.hasOwn(known, wanted))
    throw new StageError(`There is no stage ${wanted} in cdk.json; there are ${Object.keys(known).join(', ')}.`);
  const {
    region: of,
    account,
    edgeAlarmTopic,
    encryptionKey,
    tags,
    ...settings
  } = read(schema, known[wanted], `Stage ${wanted} in cdk.json`);
  const props = Object.entries(Object(known[wanted])).filter(([prop]) => !Object.hasOwn(ofStage, prop));
  return {
    ...{ name: wanted, settings: toSettings(settings), props: Object.fromEntries(props) },
    ...{ region: of, account, edgeAlarmTopic, encryptionKey, tags },
  };
};
