const blockBytes = 64 << 10;
/** Of zeros beyond what is in use, which are put back as well. */
const marginBytes = 1 << 20;

/**
 * Keeps what a WebAssembly memory holds, up to the end of what is in use: the allocator writes lengths beside all it hands out, and
 * behind the last of it, so beyond the last byte that is not zero there is nothing.
 *
 * @returns puts it back, whatever was written since.
 */
export const imageOf = (memory: WebAssembly.Memory): (() => void) => {
  const zeros = Buffer.alloc(blockBytes);
  let end = memory.buffer.byteLength;
  while (end > 0 && zeros.equals(Buffer.from(memory.buffer, end - blockBytes, blockBytes))) end -= blockBytes;
  const image = new Uint8Array(memory.buffer.slice(0, end + marginBytes));
  // asked for each time: a memory that has grown has another buffer
  return () => new Uint8Array(memory.buffer).set(image);
};
