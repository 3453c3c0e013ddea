/** The part of dynalite 4 in use; the package has no types. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface Options {
    /** Folder of the store. @default in memory */
    readonly path?: string;
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
    readonly updateTableMs?: number;
  }
  function dynalite(options?: Options): Server;
  export = dynalite;
}
