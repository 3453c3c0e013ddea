import {
  type ImageOption,
  imageOptionNames,
  imageOptions,
  storedImageOptions,
} from 'image-url-engine/image-options.ts';
import * as z from 'zod';
import { readTemplate, type TemplateSource } from '../bundling.ts';
import { readProject } from '../config.ts';
import type { Context } from '../context.ts';
import { wrongUse } from '../failure.ts';
import { chosenTemplates } from '../files.ts';

/* Types only: the service's schemas report invalid values. */

export const templateId = z.string();
export const version = z.number();

const getInput = (name: ImageOption): z.ZodType => (name === 'size' ? z.string() : storedImageOptions[name]);

/** Inputs for evaluating and rendering a template. */
export const trial = {
  variables: z.record(z.string(), z.unknown()).optional(),
  ...Object.fromEntries(
    imageOptionNames.map((name) => [name, getInput(name).optional().describe(imageOptions[name].valid)]),
  ),
};

/** A template's code, given as text or file. */
export const source = {
  file: z.string().optional().describe('path in the project; local imports are bundled'),
  code: z.string().optional(),
};

/** Returns which of the fields was given. @throws Failure unless it is exactly one */
export const exactlyOne = <Field extends string>(
  args: { readonly [F in Field]?: unknown },
  ...fields: readonly Field[]
): Field => {
  const [sent, ...more] = fields.filter((field) => args[field] !== undefined);
  if (sent !== undefined && more.length === 0) return sent;
  throw wrongUse('WRONG_INPUT', `Send exactly one of ${fields.join(', ')}.`);
};

/** Returns the source of a template of the project. */
export const readSource = async (context: Context, file: string): Promise<TemplateSource> => {
  const project = readProject(context);
  const [template] = await chosenTemplates(project, context.cwd, [file]);
  if (!template) throw wrongUse('NO_SUCH_FILE', `There is no file ${file}.`);
  return readTemplate(project.root, template.path, context.cwd);
};
