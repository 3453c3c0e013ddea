const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

const isLost = (element: Element): boolean =>
  !element.isConnected || element.matches(':disabled') || !element.checkVisibility();

let last: HTMLElement | undefined;
/** The view with the focus. */
let view: Element | null = null;
/** What could have had the focus then, in the order of the page. */
let order: readonly HTMLElement[] = [];

const remember = ({ target }: FocusEvent): void => {
  if (!(target instanceof HTMLElement)) return;
  last = target;
  view = target.closest('main');
  order = [...document.querySelectorAll<HTMLElement>(focusable)];
};

/** Gives the focus to the new view, or to the nearest control: the next ones first. */
const recover = (): void => {
  if (!last || !isLost(last)) return;
  const at = order.indexOf(last);
  const nearest = [...order.slice(at + 1), ...order.slice(0, Math.max(at, 0)).toReversed()];
  const views = [...document.querySelectorAll<HTMLElement>('main')];
  last = undefined;
  for (const element of view && isLost(view) ? views : nearest) {
    if (isLost(element)) continue;
    element.focus({ preventScroll: element.localName === 'main' });
    if (document.activeElement === element) return;
  }
};

/** Keeps the focus on the page when the element that has it is removed, hidden or disabled. */
export const keepFocus = (): void => {
  addEventListener('focusin', remember);
  new MutationObserver(recover).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  });
};
