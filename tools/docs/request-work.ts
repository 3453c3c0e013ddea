/**
 * What the function that answers a request reads and writes, if its process is warm: a card of the benchmark, without
 * events that follow; of a table: of the one that it uses most. Verified by `test/infra/request-work.slow.test.ts`.
 */
export const requestWork = {
  mint: {
    ...{ title: 'mint', function: 'mintUrl' },
    ...{ readUnits: 6, writeUnits: 3, readUnitsOfATable: 1, writeUnitsOfATable: 2, objectsRead: 0, objectsWritten: 0 },
  },
  firstImage: {
    ...{ title: 'first request for an image', function: 'renderImage' },
    ...{ readUnits: 2, writeUnits: 2, readUnitsOfATable: 1, writeUnitsOfATable: 2, objectsRead: 2, objectsWritten: 2 },
  },
  firstOnDemand: {
    ...{ title: 'first on-demand request', function: 'renderOnDemand' },
    ...{ readUnits: 7, writeUnits: 5, readUnitsOfATable: 1, writeUnitsOfATable: 4, objectsRead: 1, objectsWritten: 2 },
  },
  storedImage: {
    ...{ title: 'stored image, not cached at the edge', function: 'renderImage' },
    ...{ readUnits: 0, writeUnits: 0, readUnitsOfATable: 0, writeUnitsOfATable: 0, objectsRead: 1, objectsWritten: 0 },
  },
} as const;
