/** What `npm run dev -- --json` prints. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly imageUrl: string;
  readonly studioUrl: string;
  readonly siteUrl: string;
  readonly apiKey: string;
  readonly accountId: string;
  readonly dataDir: string;
  /** A deployed stage instead of a service on this machine. */
  readonly stage?: string;
}

/** What a run of the tests has started for all of its files. */
export interface Started {
  readonly address: ServiceAddress;
  /** A data folder as a first start leaves it: publishing the starters takes most of that, so no other service need do it. */
  readonly prepared?: string;
}

/** Environment variable with the address at which a run answers what it has started; the processes of the tests inherit it. */
export const ofThisRun = 'STARTED_SERVICE';

/** Resolves once all is started. */
export const readStarted = async (url: string): Promise<Started> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Started;
};
