import { describe, expect, it } from 'vitest';
import { usualStage } from './synthesise.ts';

const { template, ofType } = usualStage();

/** Scheduled functions: what the schedule says, by the logical id of the function. */
const schedules = new Map(
  Object.values(ofType('AWS::Scheduler::Schedule')).map(({ Properties: { Target } }) => [
    Target.Arn['Fn::GetAtt'][0] as string,
    Target,
  ]),
);
const runs = Object.values(ofType('AWS::Lambda::EventInvokeConfig'));
const functionIdOf = (id: string) => template.Resources[id]?.Properties.Environment.Variables.FUNCTION_ID;

describe('scheduled functions', () => {
  it('are these, and each has one rule for its asynchronous calls', () => {
    const scheduled = [...schedules.keys()];

    expect(scheduled.map(functionIdOf).sort()).toEqual(['resetQuotas', 'rotateSigningKey', 'runCanary']);
    expect(runs.map(({ Properties }) => Properties.FunctionName.Ref).sort()).toEqual(scheduled.sort());
  });

  it('are not run again after a failure, nor in a burst when an outage is over', () => {
    for (const { Properties } of runs)
      expect(Properties).toMatchObject({
        MaximumRetryAttempts: 0,
        MaximumEventAgeInSeconds: 300,
        Qualifier: '$LATEST',
      });
  });

  it('send a run that fails to the queue of their schedule, which their roles may before AWS asks', () => {
    for (const { Properties, DependsOn } of runs) {
      const id = Properties.FunctionName.Ref;
      const queue = schedules.get(id)?.DeadLetterConfig.Arn;
      const role = template.Resources[id]?.Properties.Role['Fn::GetAtt'][0];
      const statements = template.Resources[role]?.Properties.Policies[0].PolicyDocument.Statement;

      expect(Properties.DestinationConfig.OnFailure.Destination).toEqual(queue);
      expect(statements).toContainEqual({ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queue });
      expect(DependsOn).toContain(role);
    }
  });

  it('raise the alarm of an undelivered reset by that queue', () => {
    const [alarm] = Object.values(ofType('AWS::CloudWatch::Alarm')).filter(({ Properties }) =>
      JSON.stringify(Properties.AlarmName).includes('Reset undelivered'),
    );
    const reset = [...schedules].find(([id]) => functionIdOf(id) === 'resetQuotas')?.[1];

    expect(JSON.stringify(alarm?.Properties.Dimensions)).toContain(reset?.DeadLetterConfig.Arn['Fn::GetAtt'][0]);
  });
});

it('a queue gives up a message after five deliveries at the earliest, because throttled ones count', () => {
  const tries = Object.values(ofType('AWS::SQS::Queue')).flatMap(({ Properties }) =>
    Properties.RedrivePolicy === undefined ? [] : [Properties.RedrivePolicy.maxReceiveCount],
  );

  expect(tries.length).toBeGreaterThan(1);
  for (const count of tries) expect(count).toBeGreaterThanOrEqual(5);
});
