/** A door: link previewers and what they show; it runs in browsers too. */
export {
  agentCharacters,
  type ClientClass,
  clientClasses,
  isShownByPreviewers,
  previewers,
  suitsPreviewers,
} from '../client-classes.ts';
