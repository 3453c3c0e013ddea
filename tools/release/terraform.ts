import { bucketForm, type Form, getForm, type ReleaseParameter, releaseParameters } from './parameters.ts';

/** Returns the name of a variable: `image_domain` for ImageDomain. */
export const toSnakeCase = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

/** A condition on a value, and what the value must be. */
type Check = readonly [condition: string, meaning: string];

const checkForm = (value: string, { pattern, maxLength, meaning }: Form): Check => {
  const matches = `can(regex(${JSON.stringify(`^${pattern}$`)}, ${value}))`;
  return [maxLength === undefined ? matches : `length(${value}) <= ${maxLength} && ${matches}`, meaning];
};

const getCheck = (value: string, parameter: ReleaseParameter): Check => {
  const { allowed = [], range } = parameter;
  const form = getForm(parameter);
  if (form) return checkForm(value, form);
  if (range) return [`${value} >= ${range[0]} && ${value} <= ${range[1]}`, `from ${range.join(' to ')}`];
  return [`contains(${JSON.stringify(allowed).replaceAll(',', ', ')}, ${value})`, `one of ${allowed.join(', ')}`];
};

const toValidation = (name: string, [condition, meaning]: Check): string => `
  validation {
    condition     = ${condition}
    error_message = "${name} must be ${meaning}."
  }
`;

/** Returns the variables of the Terraform module, which checks what the released template checks. */
export const terraformVariables = (): string => {
  const rows = releaseParameters.map(({ name, default: value }) => {
    const type = typeof value === 'number' ? 'number' : 'string';
    return [toSnakeCase(name), `optional(${type}, ${JSON.stringify(value)})`] as const;
  });
  const settings = [...rows, ['deletion_protection', 'optional(bool, false)'] as const];
  const width = Math.max(...settings.map(([name]) => name.length));
  const validations = releaseParameters.map((parameter) => {
    const name = toSnakeCase(parameter.name);
    return toValidation(name, getCheck(`var.settings.${name}`, parameter));
  });
  return `# Written by \`npm run docs\` from the parameters of the released template.

variable "name" {
  type    = string
  default = "ImageUrlService-prod"
}

variable "release" {
  description = "Version, such as 0.1.0; its files are in the bucket below image-url/VERSION/"
  type        = string
}

variable "assets_bucket" {
  type = string
${toValidation('assets_bucket', checkForm('var.assets_bucket', bucketForm))}}

variable "settings" {
  description = "Parameters of the template; one that is left out has its default"
  type = object({
${settings.map(([name, type]) => `    ${name.padEnd(width)} = ${type}`).join('\n')}
  })
  default = {}
${validations.join('')}}
`;
};
