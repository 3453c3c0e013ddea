import type { AccountProperties, CustomResourceRequest } from 'image-url-contract/custom-resources.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import { getBillingPeriod } from '../domain/quota/billing-period.ts';
import { changePlan } from '../domain/quota/plan-history.ts';
import { mergePlans } from '../domain/quota/plans.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type Deployed, DeploymentError } from './deployment-error.ts';

const accountIdDigits = 16;

/** Returns the account id of a resource, the same for repeated requests and a resource that is declared again. */
const getAccountId = ({ StackId, LogicalResourceId }: CustomResourceRequest): string =>
  sha256Hex(`${StackId}\n${LogicalResourceId}`).slice(0, accountIdDigits);

/**
 * Creates the account of a stack, or sets its plan. Deleting the resource does not delete the account.
 *
 * @throws DeploymentError for an unknown plan, or an account that was or is being deleted
 */
export const deployAccount = async (
  ports: PortsOf<'deployResource'>,
  runtime: Runtime,
  request: CustomResourceRequest,
  { Plan: plan }: AccountProperties,
): Promise<Deployed> => {
  const names = Object.keys(mergePlans(runtime.plans));
  if (!names.includes(plan))
    throw new DeploymentError(`Plan: there is no plan ${plan}; there are ${names.join(', ')}.`);
  const accountId = request.RequestType === 'Create' ? getAccountId(request) : request.PhysicalResourceId;
  const deployed = { physicalId: accountId, attributes: { AccountId: accountId } };
  if (request.RequestType === 'Create') {
    if (await ports['closedAccounts:read'].isClosed(accountId))
      throw new DeploymentError(`The account ${accountId} was deleted; declare it under another logical id.`);
    const now = runtime.now();
    const { start, end } = getBillingPeriod(now, now);
    const account = { accountId, plan, status: 'active', anchor: now, periodStart: start, periodEnd: end } as const;
    if (await ports['accounts:write'].create(account)) return deployed;
  }
  const found = await ports['accounts:read'].find(accountId);
  if (found?.plan === plan && !found.deletingSince) return deployed;
  const history = found && changePlan(found, plan, runtime.now());
  if (!found || !history || !(await ports['accounts:write'].setPlan(found, history)))
    throw new DeploymentError(`The account ${accountId} is not there any more, or is being deleted.`);
  return deployed;
};
