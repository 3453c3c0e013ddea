/** The one identity the stand-ins know; never valid anywhere else. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' } as const;

/** The region clients name in their signatures; the stand-ins accept any. */
export const localRegion = 'us-east-1';
