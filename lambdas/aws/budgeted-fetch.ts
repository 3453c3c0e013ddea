import type { EnvironmentOf } from '../config/capabilities.ts';
import { readOwnEnvironment } from '../config/environment.ts';
import { safePages } from '../fetch/safe-pages.ts';
import { safeRemoteImages } from '../fetch/safe-remote-images.ts';
import { dynamoDbBudgets } from './dynamodb/budgets.ts';
import { readingOwnAssets } from './own-assets.ts';

/* What fetches for strangers, with the table in which it is counted. */

const hasLoopback = (): boolean => readOwnEnvironment().LOOPBACK_FETCHES === 'on';

export const budgetedRemoteImages = (environment: EnvironmentOf<'remoteImages:fetch'>) =>
  readingOwnAssets(environment.IMAGES_BUCKET, safeRemoteImages(dynamoDbBudgets(environment), hasLoopback()));

export const budgetedPages = (environment: EnvironmentOf<'pages:fetch'>) =>
  safePages(dynamoDbBudgets(environment), hasLoopback());
