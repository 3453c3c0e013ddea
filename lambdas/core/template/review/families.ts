import { familiesNamed } from '../../render/fonts/catalogue.ts';
import { type Finding, type Reviewed, textOf } from './reviewed.ts';

/** Fonts of operating systems, named in lists that mean "whatever is there": falling back is what the author expects. */
const ofSystems =
  /^(?:arial|helvetica|helvetica neue|segoe ui(?: .*)?|apple color emoji|noto color emoji|twemoji.*|twitter color emoji|emojione.*|sf pro.*|sf mono|sfmono.*|san francisco|roboto|ubuntu|cantarell|oxygen|oxygen-sans|menlo|monaco|consolas|liberation (?:sans|serif|mono)|courier|courier new|times|times new roman|georgia|verdana|tahoma|trebuchet ms|lucida .*|dejavu .*|droid sans.*|cambria|palatino.*|garamond|impact|fira sans|hiragino.*|yu gothic|meiryo|microsoft .*|pingfang.*|heiti.*|stheiti|simsun|malgun gothic|apple sd gothic neo|noto sans.*)$/i;

/** Font families that are not there. What stands in a list after one that is there does not matter. */
export const reviewFamilies = ({ element, at, isSample }: Reviewed): Finding[] => {
  const { style } = element.props;
  if (typeof style !== 'object' || style === null || Array.isArray(style)) return [];
  const value = textOf(style.fontFamily ?? style['font-family']);
  if (value === '' || isSample(value) || /\bvar\(|^\s*(?:inherit|initial|unset)\s*$/.test(value)) return [];
  const names = value
    .split(',')
    .map(nameOf)
    .filter((name) => name !== '');
  const firstKnown = names.findIndex((name) => familiesNamed(name).length > 0);
  const missing = (firstKnown < 0 ? names : names.slice(0, firstKnown)).filter(
    (name) => !(names.length > 1 && ofSystems.test(name)),
  );
  if (missing.length === 0) return [];
  const drawn = firstKnown < 0 ? 'the default font' : drawnBy(names[firstKnown] as string);
  const message = `The font ${missing.join(', ')} is not available; ${drawn} is drawn instead.`;
  return [{ ...at('style.fontFamily', 'style.font-family', 'style'), code: 'unknown-font', message }];
};

const nameOf = (part: string): string =>
  part
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();

const drawnBy = (name: string): string => familiesNamed(name)[0]?.name ?? name;
