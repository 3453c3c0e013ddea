import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { Preflight } from 'cdk-preflight';

/** What the checks say of a distribution that the app makes by itself. */
export const acceptFindings = (distribution) => {
  for (const rule of ['CFR1', 'CFR2', 'CFR3', 'CFR4'])
    Validations.of(distribution).acknowledge({ id: `AwsSolutions-${rule}`, reason: 'It is there for its behaviours.' });
};

/** The checks that the repository has for its own stack. */
export const addChecks = (app) => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  Preflight.apply(app, { strict: true });
};
