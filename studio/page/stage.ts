const told = document.querySelector<HTMLMetaElement>('meta[name=studio-service]');
const place = 'studio-key';

/** The API that this page calls by itself, as the studio of a stage; '' where a server on this machine stands between them. */
export const apiUrl = told?.content ?? '';
export const isOfStage = apiUrl !== '';
/** Whether the stage has AI configured. */
export const doesGenerate = told?.dataset.generates === 'yes';

/** The key that somebody pasted: it stays in this tab, until that is closed or somebody signs out. */
export const apiKey = (): string => sessionStorage.getItem(place) ?? '';
export const keepKey = (key: string): void => sessionStorage.setItem(place, key);
export const forgetKey = (): void => sessionStorage.removeItem(place);
