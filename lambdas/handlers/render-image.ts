import '../first-drawer.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbDrawingAttempts } from '../aws/dynamodb-attempts.ts';
import { dynamoDbDenials } from '../aws/dynamodb-denials.ts';
import { dynamoDbRevocations } from '../aws/dynamodb-revocations.ts';
import { dynamoDbTreePinner, dynamoDbTreeReader } from '../aws/dynamodb-trees.ts';
import { s3ImageReader, s3ImageWriter } from '../aws/s3-images.ts';
import { s3FontFileReader, s3PinnedImageReader, s3PinnedImageWriter } from '../aws/s3-sources.ts';
import { secretsManagerVerifyingKeys } from '../aws/secrets-signing-keys.ts';
import { imageEndpoint } from '../http/image-endpoint.ts';
import { safeRemoteImages } from '../remote-images/safe-remote-images.ts';
import { runtime } from '../runtime.ts';
import { renderImage } from '../usecases/render-image.ts';

const ports = connect('renderImage', {
  'signingKeys:verify': secretsManagerVerifyingKeys,
  'denials:read': dynamoDbDenials,
  'revocations:read': dynamoDbRevocations,
  'images:read': s3ImageReader,
  'images:write': s3ImageWriter,
  'trees:read': dynamoDbTreeReader,
  'trees:pin': dynamoDbTreePinner,
  'pinnedImages:read': s3PinnedImageReader,
  'pinnedImages:write': s3PinnedImageWriter,
  'fontFiles:read': s3FontFileReader,
  'drawings:attempt': dynamoDbDrawingAttempts,
  'remoteImages:fetch': safeRemoteImages,
});

/** GET /v1/image */
export const handler = imageEndpoint(runtime, ports['signingKeys:verify'], (rawQuery, reader) =>
  renderImage(ports, runtime, rawQuery, reader),
);
