import { imageOptionNames, imageOptions } from 'image-url-engine/image-options.ts';

/** A parameter of a signed image URL. */
export interface ImageParameter {
  readonly isOptional?: boolean;
  readonly form: RegExp;
}

const text = /^./s;

/** Options of an image that its URL says, with their parameters. */
export const optionParameters = imageOptionNames.flatMap((option) =>
  option === 'size' ? [] : [{ option, name: imageOptions[option].query.name }],
);

/** Parameters of a signed image URL, except variables (`v_<name>`). */
export const imageParameters: Readonly<Record<string, ImageParameter>> = {
  templateId: { form: text },
  uid: { form: text },
  exp: { form: /^[1-9]\d{0,14}$/ },
  sig: { form: text },
  rv: { form: text },
  tv: { form: text },
  tvn: { form: /^[1-9]\d{0,8}$/, isOptional: true },
  ...Object.fromEntries(optionParameters.map(({ name, option }) => [name, imageOptions[option].query])),
};
