import * as z from 'zod';
import { engineNames } from '../engine-names.ts';
import { storedImageOptions } from '../image-options.ts';

type Optional = {
  readonly [K in keyof typeof storedImageOptions]: z.ZodExactOptional<(typeof storedImageOptions)[K]>;
};
const ofImages = Object.fromEntries(
  Object.entries(storedImageOptions).map(([name, schema]) => [name, schema.exactOptional()]),
) as unknown as Optional;

export const templateOptions = z.object({
  ...ofImages,
  engine: z.enum(engineNames),
  /** The default font family. */
  fontFamily: z.string().exactOptional(),
  /** Whether Tailwind's base styles apply. @default false */
  preflight: z.boolean().exactOptional(),
  /** In source order; `width` and `height` are those of the first. */
  sizes: z
    .array(z.object({ name: z.string(), width: z.int(), height: z.int() }))
    .readonly()
    .exactOptional(),
});

/** Options of a saved template. They include its engine, so that a new default of the stage changes no template. */
export type StoredOptions = z.output<typeof templateOptions>;

/** The `options` export of a template. */
export type TemplateOptions = Partial<StoredOptions>;

/** One of a template's sizes, in CSS pixels. */
export type NamedSize = NonNullable<TemplateOptions['sizes']>[number];
