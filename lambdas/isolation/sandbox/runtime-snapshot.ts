/** A page of WebAssembly memory. */
const pageBytes = 64 << 10;

const getPage = (memory: WebAssembly.Memory, number: number): Buffer =>
  Buffer.from(memory.buffer, number * pageBytes, pageBytes);

/**
 * Keeps what a WebAssembly memory holds. Pages are compared before they are written, so those that nothing has used stay as the system
 * handed them out: of 16 MB an interpreter uses one.
 *
 * @returns puts it back, to the last byte, whatever was written since; what the memory has grown by becomes zero.
 */
export const getImage = (memory: WebAssembly.Memory): (() => void) => {
  const zeros = Buffer.alloc(pageBytes);
  const pages = (): number => memory.buffer.byteLength / pageBytes;
  const image = Array.from({ length: pages() }, (_, number) => {
    const page = getPage(memory, number);
    return page.equals(zeros) ? zeros : Buffer.from(page);
  });
  return () => {
    for (let number = 0; number < pages(); number += 1) {
      const [page, cached] = [getPage(memory, number), image[number] ?? zeros];
      if (!page.equals(cached)) page.set(cached);
    }
  };
};
