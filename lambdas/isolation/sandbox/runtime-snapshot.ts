/** Size of a page of WebAssembly memory. */
const pageBytes = 64 << 10;

const getPage = (memory: WebAssembly.Memory, number: number): Buffer =>
  Buffer.from(memory.buffer, number * pageBytes, pageBytes);

/**
 * Takes a snapshot of a WebAssembly memory. Restoring writes only pages that differ, so unused pages need no physical
 * memory: an interpreter uses 1 of 16 MB.
 *
 * @returns a function that restores the memory and zeroes pages by which it has grown
 */
export const takeSnapshot = (memory: WebAssembly.Memory): (() => void) => {
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
