/* CloudFormation templates with and without an option, as one with a condition. */

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Section = Readonly<Record<string, Record<string, Json>>>;

export interface CloudFormationTemplate {
  readonly Parameters?: Section;
  readonly Conditions?: Readonly<Record<string, Json>>;
  readonly Resources: Section;
  readonly Outputs?: Section;
  readonly [section: string]: unknown;
}

const none: Json = { Ref: 'AWS::NoValue' };
const isObject = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Returns whether a value is an intrinsic function, which a condition takes or leaves whole. */
const isIntrinsic = (value: Record<string, Json>): boolean =>
  Object.keys(value).some((key) => key === 'Ref' || key.startsWith('Fn::'));
const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const mergeValue = (condition: string, one: Json | undefined, other: Json | undefined): Json => {
  if (isSame(one, other)) return one as Json;
  if (isObject(one) && isObject(other) && !isIntrinsic(one) && !isIntrinsic(other))
    return Object.fromEntries(
      [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [
        key,
        mergeValue(condition, one[key], other[key]),
      ]),
    );
  return { 'Fn::If': [condition, one ?? none, other ?? none] };
};

/** Returns a condition for what only one of the templates has, together with one that it has already. */
const addCondition = (
  conditions: Record<string, Json>,
  { Condition, ...rest }: Record<string, Json>,
  name: string,
): Record<string, Json> => {
  if (Condition === undefined) return { ...rest, Condition: name };
  const both = `${Condition}And${name}`;
  conditions[both] = { 'Fn::And': [{ Condition }, { Condition: name }] };
  return { ...rest, Condition: both };
};

const getList = (value: Json | undefined): readonly Json[] => (value === undefined ? [] : ([value].flat() as Json[]));

/** Merges what both templates have. The order of resources cannot have a condition, and needs none. */
const mergeResource = (
  condition: string,
  one: Record<string, Json>,
  other: Record<string, Json>,
): Record<string, Json> => {
  const { DependsOn: a, Properties: properties = {}, ...rest } = one;
  const { DependsOn: b, Properties: others = {}, ...restOfOther } = other;
  if (!isSame(rest, restOfOther)) throw new Error(`${condition} changes more of a resource than its properties.`);
  const after = [...new Set([...getList(a), ...getList(b)])];
  return {
    ...rest,
    Properties: mergeValue(condition, properties, others),
    ...(after.length > 0 && { DependsOn: after }),
  };
};

/**
 * Merges templates of one stack with and without an option.
 *
 * @param condition name of the condition that the option is chosen
 * @param isChosen expression of the condition
 */
export const mergeVariants = (
  condition: string,
  isChosen: Json,
  chosen: CloudFormationTemplate,
  other: CloudFormationTemplate,
): CloudFormationTemplate => {
  const conditions: Record<string, Json> = { ...other.Conditions, ...chosen.Conditions, [condition]: isChosen };
  const merge = (one: Section = {}, two: Section = {}, both: typeof mergeResource): Section =>
    Object.fromEntries(
      [...new Set([...Object.keys(one), ...Object.keys(two)])].map((id) => {
        const [a, b] = [one[id], two[id]];
        if (a && b) return [id, both(condition, a, b)];
        if (a) return [id, addCondition(conditions, a, condition)];
        conditions[`No${condition}`] = { 'Fn::Not': [{ Condition: condition }] };
        return [id, addCondition(conditions, b ?? {}, `No${condition}`)];
      }),
    );
  return {
    ...chosen,
    Parameters: { ...other.Parameters, ...chosen.Parameters },
    Resources: merge(chosen.Resources, other.Resources, mergeResource),
    Outputs: merge(chosen.Outputs, other.Outputs, (name, a, b) => mergeValue(name, a, b) as Record<string, Json>),
    Conditions: conditions,
  };
};
