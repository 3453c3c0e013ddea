/** Characters that change the order in which text is shown. */
const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns text whose order on screen is that of its characters: what reorders text is shown as an escape. */
export const showControls = (text: string): string =>
  text.replace(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
