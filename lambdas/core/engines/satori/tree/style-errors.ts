import type { SurveyFinding } from '../../../picture/survey/findings.ts';
import { shortened } from '../../../shortened.ts';
import { placeProperty } from '../../../vnode/place.ts';
import { elementsOf, type VElement } from '../../../vnode/vnode.ts';

/**
 * Declarations that satori could not read. Its message names no element but quotes the value, so the elements with that
 * value in their style are the ones. A value that no element has came from satori itself, and is left out.
 */
export const styleErrorFindings = (errors: readonly string[], tree: VElement): SurveyFinding[] => {
  // a message also quotes the values that are allowed
  const distinct = [...new Set(errors.map(withoutAllowed))];
  if (distinct.length === 0) return [];
  return [...elementsOf(tree)].flatMap(({ props: { style, [placeProperty]: place } }) => {
    const own = typeof style === 'object' && style !== null && !Array.isArray(style) ? Object.entries(style) : [];
    return own.flatMap(([property, value]): SurveyFinding[] => {
      if (typeof value !== 'string' || !distinct.some((error) => quotes(error, property, value))) return [];
      const message = `${property}: ${shortened(value, 60)} cannot be drawn and is left out.`;
      const at = typeof place === 'string' ? { place } : {};
      return [{ code: 'unknown-value', message, property, about: value, ...at }];
    });
  });
};

const withoutAllowed = (error: string): string => {
  const from = error.indexOf('Allowed values:');
  const to = from < 0 ? -1 : error.indexOf('Received:', from);
  return to < 0 ? error : error.slice(0, from) + error.slice(to);
};

const quotes = (error: string, property: string, value: string): boolean => {
  const plain = value.replaceAll(/\s+/g, ' ').trim();
  if (plain === '') return false;
  const kebab = property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const isNamed = error.includes(`"${property}"`) || error.includes(`\`${property}\``) || error.includes(`"${kebab}"`);
  const isWhole = error.includes(`"${plain}"`) && (isNamed || !/(?:property|`\w+`|for "|declaration)/.test(error));
  return isWhole || error.includes(`\`${property}: ${plain}\``) || error.includes(`"${kebab}: ${plain}"`);
};
