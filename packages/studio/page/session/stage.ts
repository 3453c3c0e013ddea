const reported = document.querySelector<HTMLMetaElement>('meta[name=studio-service]');
const storageKey = 'studio-key';

/** The API that this page calls directly in a stage's studio; '' with a local server. */
export const apiUrl = reported?.content ?? '';
export const isOfStage = apiUrl !== '';
/** URLs that sites need; '' if the studio does not know them. */
export const baseUrl = reported?.dataset.baseUrl ?? '';
export const imageHost = reported?.dataset.imageHost ?? '';
/** Whether the stage has AI configured. */
export const doesGenerate = reported?.dataset.generates === 'yes';

/** Returns the user's key, which is stored in this tab until it is closed or the user signs out. */
export const apiKey = (): string => sessionStorage.getItem(storageKey) ?? '';
export const storeKey = (key: string): void => sessionStorage.setItem(storageKey, key);
export const clearKey = (): void => sessionStorage.removeItem(storageKey);
