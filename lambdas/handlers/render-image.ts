import '../runtime/warm-render-worker.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbDenyList } from '../aws/dynamodb/deny-list.ts';
import { dynamoDbRenderLeases } from '../aws/dynamodb/render-leases.ts';
import { dynamoDbRevocations } from '../aws/dynamodb/revocations.ts';
import { dynamoDbTreePinner, dynamoDbTreeReader } from '../aws/dynamodb/trees.ts';
import { s3FontPackReader } from '../aws/s3/font-packs.ts';
import { s3ImageReader, s3ImageWriter } from '../aws/s3/images.ts';
import { s3CachedRemoteImageReader, s3CachedRemoteImageWriter, s3FontFileReader } from '../aws/s3/sources.ts';
import { secretsManagerVerifyingKeys } from '../aws/secrets-manager/signing-keys.ts';
import { imageEndpoint } from '../http/image-endpoint.ts';
import { safeRemoteImages } from '../remote-images/safe-remote-images.ts';
import { runtime } from '../runtime/runtime.ts';
import { renderImage } from '../usecases/images/render-image.ts';

const ports = connect('renderImage', {
  'signingKeys:verify': secretsManagerVerifyingKeys,
  'denyList:read': dynamoDbDenyList,
  'revocations:read': dynamoDbRevocations,
  'images:read': s3ImageReader,
  'images:write': s3ImageWriter,
  'trees:read': dynamoDbTreeReader,
  'trees:cacheRemoteImages': dynamoDbTreePinner,
  'cachedRemoteImages:read': s3CachedRemoteImageReader,
  'cachedRemoteImages:write': s3CachedRemoteImageWriter,
  'fontFiles:read': s3FontFileReader,
  'fontPacks:read': s3FontPackReader,
  'renderLeases:acquire': dynamoDbRenderLeases,
  'remoteImages:fetch': safeRemoteImages,
});

/** GET /v1/image */
export const handler = imageEndpoint(runtime, ports['signingKeys:verify'], (rawQuery, reader) =>
  renderImage(ports, runtime, rawQuery, reader),
);
