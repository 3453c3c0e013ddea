const reported = document.querySelector<HTMLMetaElement>('meta[name=studio-service]');
const position = 'studio-key';

/** The API that this page calls by itself, as the studio of a stage; '' where a server on this machine stands between them. */
export const apiUrl = reported?.content ?? '';
export const isOfStage = apiUrl !== '';
/** Whether the stage has AI configured. */
export const doesGenerate = reported?.dataset.generates === 'yes';

/** The key that somebody pasted: it stays in this tab, until that is closed or somebody signs out. */
export const apiKey = (): string => sessionStorage.getItem(position) ?? '';
export const storeKey = (key: string): void => sessionStorage.setItem(position, key);
export const clearKey = (): void => sessionStorage.removeItem(position);
