import { customPlans } from 'image-url-contract/plans.ts';
import { engineName } from 'image-url-contract/schemas/render.ts';
import { usualEngine } from 'image-url-engine/engine-names.ts';
import * as z from 'zod';
import { type Capability, capabilities, type EnvironmentOf } from './capabilities.ts';

const name = z.string().min(1);

/** Variables of every deployed function; STAGE and FUNCTION_ID are absent on a local machine. */
const ownEnvironment = z.object({
  STAGE: name.optional(),
  FUNCTION_ID: name.optional(),
  DEFAULT_ENGINE: engineName.default(usualEngine),
  /** On in the local run alone, whose pages and images may be on the same machine. */
  LOOPBACK_FETCHES: z.enum(['on', 'off']).default('off'),
  /** JSON of the stage's custom plans. */
  PLANS: z
    .string()
    .default('{}')
    .transform((text) => customPlans.parse(JSON.parse(text))),
  /** Set if the stage has a studio. */
  STUDIO_ORIGIN: z.url().optional(),
});

type OwnEnvironment = z.output<typeof ownEnvironment>;
const variables = Object.keys(ownEnvironment.shape);
let parsed: { readonly of: string; readonly value: OwnEnvironment } | undefined;

/** Returns the settings of this process, parsed once; tests change the variables. */
export const readOwnEnvironment = (): OwnEnvironment => {
  const of = JSON.stringify(variables.map((variable) => process.env[variable]));
  if (parsed?.of !== of) parsed = { of, value: ownEnvironment.parse(process.env) };
  return parsed.value;
};

const environmentSchemas = new Map<Capability, z.ZodObject>();

/** Returns the schema of a capability's environment variables, cached: the local run reads it at each AWS call. */
export const environmentSchema = (capability: Capability): z.ZodObject => {
  const known = environmentSchemas.get(capability);
  if (known) return known;
  const { grants, environment } = capabilities[capability];
  const schema = z.object({ ...Object.fromEntries(grants.map(({ on }) => [on, name])), ...environment });
  environmentSchemas.set(capability, schema);
  return schema;
};

/**
 * Reads the environment variables of one capability.
 *
 * @throws z.ZodError at cold start, naming every variable that is missing or empty
 */
export const readEnvironment = <C extends Capability>(capability: C): EnvironmentOf<C> =>
  environmentSchema(capability).parse(process.env) as EnvironmentOf<C>;
