import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Failure } from './failure.ts';

/** CRC-64/NVME, bit-reversed, as two halves of 32 bits, because numbers of 64 bits would be ten times slower. */
const polynomial = { high: 0x9a6c9329, low: 0xac4bc9b5 };

const crc64Table = Array.from({ length: 256 }, (_unused, byte) => {
  let [high, low] = [0, byte];
  for (let bit = 0; bit < 8; bit += 1) {
    const isOdd = (low & 1) === 1;
    low = (low >>> 1) | (high << 31);
    high >>>= 1;
    if (isOdd) [high, low] = [high ^ polynomial.high, low ^ polynomial.low];
  }
  return { high, low };
});

const crc64Nvme = (bytes: Uint8Array): Buffer => {
  let [high, low] = [0xffffffff, 0xffffffff];
  for (const byte of bytes) {
    const entry = crc64Table[(low ^ byte) & 0xff] as { high: number; low: number };
    low = ((low >>> 8) | (high << 24)) ^ entry.low;
    high = (high >>> 8) ^ entry.high;
  }
  const result = Buffer.alloc(8);
  result.writeUInt32BE(~high >>> 0, 0);
  result.writeUInt32BE(~low >>> 0, 4);
  return result;
};

const crc32Bytes = (bytes: Uint8Array): Buffer => {
  const result = Buffer.alloc(4);
  result.writeUInt32BE(crc32(bytes));
  return result;
};

const hashWith = (algorithm: string) => (bytes: Uint8Array) => createHash(algorithm).update(bytes).digest();

/** Headers with a checksum of an object's bytes, in base64. */
const checksumHeaders: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  'x-amz-checksum-crc32': crc32Bytes,
  'x-amz-checksum-crc64nvme': crc64Nvme,
  'x-amz-checksum-sha1': hashWith('sha1'),
  'x-amz-checksum-sha256': hashWith('sha256'),
  'content-md5': hashWith('md5'),
};

/**
 * Compares the bytes with every given checksum.
 *
 * @param given headers, and trailers if the body had any
 * @returns the `x-amz-checksum-*` headers to store with the object
 * @throws BadDigest; NotImplemented for an unsupported algorithm
 */
export const verifyChecksums = (
  bytes: Uint8Array,
  given: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> => {
  const stored: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const isChecksum = name === 'content-md5' || /^x-amz-checksum-(?!algorithm$|mode$|type$)/.test(name);
    if (!isChecksum || typeof value !== 'string') continue;
    const compute = checksumHeaders[name];
    if (!compute) throw new S3Failure('NotImplemented', `The checksum ${name} is not supported here.`);
    if (compute(bytes).toString('base64') !== value) {
      throw new S3Failure('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
    }
    if (name !== 'content-md5') stored[name] = value;
  }
  return stored;
};
