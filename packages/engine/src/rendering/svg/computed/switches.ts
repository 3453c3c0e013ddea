import type { XmlElement } from '../xml.ts';

/** Leaves the first child of a `<switch>` that a browser in English shows, in place. */
export const chooseOfSwitch = (element: XmlElement): void => {
  const chosen = element.children.find(
    (child) => typeof child !== 'string' && isShown((name) => child.attributes[name]),
  );
  element.name = 'g';
  element.children = chosen === undefined ? [] : [chosen];
};

/** Returns whether a child of a `<switch>` may be the one that a browser shows. */
export const isShown = (attribute: (name: string) => string | undefined): boolean => {
  const [requiredExtensions, systemLanguage] = [attribute('requiredExtensions'), attribute('systemLanguage')];
  if (requiredExtensions !== undefined && requiredExtensions.trim() !== 'http://www.w3.org/1999/xhtml') return false;
  return systemLanguage === undefined || systemLanguage.split(',').some((one) => /^\s*en\b/i.test(one));
};
