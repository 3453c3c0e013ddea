import { type ApiRouteId, apiRouteIds } from 'image-url-contract/routes.ts';
import { type FunctionId, type FunctionOf, functionOf } from '../../lambdas/config/functions.ts';

/** Functions behind the API. */
export type ApiFunctionId = FunctionOf<ApiRouteId>;
export const apiFunctionIds: readonly ApiFunctionId[] = [...new Set(apiRouteIds.map((id) => functionOf[id]))];

export const isBehindApi = (id: FunctionId): id is ApiFunctionId =>
  (apiFunctionIds as readonly FunctionId[]).includes(id);
