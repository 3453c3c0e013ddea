export { metaTags } from './tags.ts';
