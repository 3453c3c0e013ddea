import '../runtime/warm-render-worker.ts';
import '../runtime/warm-sandbox.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbDenyList } from '../aws/dynamodb/deny-list.ts';
import { dynamoDbFontLister } from '../aws/dynamodb/fonts.ts';
import { dynamoDbFallbackReader, dynamoDbFrozenImages, dynamoDbOwners } from '../aws/dynamodb/on-demand.ts';
import { dynamoDbMintQuota } from '../aws/dynamodb/quota-store.ts';
import { dynamoDbRenderFailureAdder } from '../aws/dynamodb/render-failures.ts';
import { dynamoDbRenderLeases } from '../aws/dynamodb/render-leases.ts';
import { dynamoDbRevocations } from '../aws/dynamodb/revocations.ts';
import { dynamoDbSigningKeyReader } from '../aws/dynamodb/signing-keys.ts';
import { dynamoDbTreePinner, dynamoDbTreeReader, dynamoDbTreeWriter } from '../aws/dynamodb/trees.ts';
import { dynamoDbVersionReader } from '../aws/dynamodb/versions.ts';
import { s3FontPackReader } from '../aws/s3/font-packs.ts';
import { s3ImageReader, s3ImageWriter } from '../aws/s3/images.ts';
import {
  s3CachedRemoteImageReader,
  s3CachedRemoteImageWriter,
  s3FontFileReader,
  s3RenderPlanReader,
} from '../aws/s3/sources.ts';
import { secretsManagerVerifyingKeys } from '../aws/secrets-manager/signing-keys.ts';
import { onDemandEndpoint } from '../http/image-endpoint.ts';
import { readPayload } from '../http/read-payload.ts';
import { safeRemoteImages } from '../remote-images/safe-remote-images.ts';
import { runtime } from '../runtime/runtime.ts';
import { renderOnDemand } from '../usecases/images/render-on-demand.ts';

const ports = connect('renderOnDemand', {
  'signingKeys:verify': secretsManagerVerifyingKeys,
  'denyList:read': dynamoDbDenyList,
  'revocations:read': dynamoDbRevocations,
  'onDemand:freeze': dynamoDbFrozenImages,
  'fallback:read': dynamoDbFallbackReader,
  'renderFailures:add': dynamoDbRenderFailureAdder,
  'accountKeys:read': dynamoDbSigningKeyReader,
  'owners:read': dynamoDbOwners,
  'versions:read': dynamoDbVersionReader,
  'renderPlans:read': s3RenderPlanReader,
  'fonts:read': dynamoDbFontLister,
  'trees:write': dynamoDbTreeWriter,
  'mints:spend': dynamoDbMintQuota,
  'publishedImages:read': s3ImageReader,
  'publishedImages:write': s3ImageWriter,
  'trees:read': dynamoDbTreeReader,
  'trees:cacheRemoteImages': dynamoDbTreePinner,
  'cachedRemoteImages:read': s3CachedRemoteImageReader,
  'cachedRemoteImages:write': s3CachedRemoteImageWriter,
  'fontFiles:read': s3FontFileReader,
  'fontPacks:read': s3FontPackReader,
  'renderLeases:acquire': dynamoDbRenderLeases,
  'remoteImages:fetch': safeRemoteImages,
});

/** GET /v1/i/{key}/{signature}/{templateId}/{options}/{payload} */
export const handler = onDemandEndpoint(runtime, ports['signingKeys:verify'], (rawPath, reader, epoch) =>
  renderOnDemand(ports, runtime, rawPath, readPayload, reader, epoch),
);
