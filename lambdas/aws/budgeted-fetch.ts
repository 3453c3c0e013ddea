import type { EnvironmentOf } from '../config/capabilities.ts';
import { safePages } from '../remote-images/safe-pages.ts';
import { safeRemoteImages } from '../remote-images/safe-remote-images.ts';
import { dynamoDbBudgets } from './dynamodb/budgets.ts';

/* What fetches for strangers, with the table in which it is counted. */

export const budgetedRemoteImages = (environment: EnvironmentOf<'remoteImages:fetch'>) =>
  safeRemoteImages(dynamoDbBudgets(environment));

export const budgetedPages = ({ LOOPBACK_PAGES, ...environment }: EnvironmentOf<'pages:fetch'>) =>
  safePages(dynamoDbBudgets(environment), LOOPBACK_PAGES === 'on');
