import { useId, useState } from 'preact/hooks';
import { code } from '../document/document.ts';
import { goToOffset } from '../editor/editor.tsx';
import { words } from '../words.ts';
import { boxAt, boxes, boxesAtCursor, type PageBox } from './boxes.ts';

const { boxes: texts } = words;

const getLine = ({ at }: PageBox): number => code.value.slice(0, at).split('\n').length;

const toStyle = ({ position: { left, top, width, height } }: PageBox) => ({
  left: `${left}%`,
  top: `${top}%`,
  width: `${width}%`,
  height: `${height}%`,
});

const rounded = (length: number): string => length.toLocaleString('en', { maximumFractionDigits: 1 });

const Label = ({ box }: { box: PageBox }) => (
  <span class={`box-label ${box.position.top < 12 ? 'inside' : ''} ${box.position.left > 60 ? 'from-right' : ''}`}>
    <b>{box.element}</b> {rounded(box.width)} × {rounded(box.height)} <i>{words.problems.line(getLine(box))}</i>
  </span>
);

/** Functions that select another element, by key; undefined for other keys. */
const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (Math.max(at, 0) + count - 1) % count,
  ArrowLeft: (at, count) => (Math.max(at, 0) + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

const atPointer = ({ currentTarget, clientX, clientY }: MouseEvent): number => {
  const { left, top, width, height } = (currentTarget as Element).getBoundingClientRect();
  return boxAt(boxes.value, ((clientX - left) / width) * 100, ((clientY - top) / height) * 100);
};

/** Overlay of the image's elements: shows name, size and line, and goes to the code on click. */
export const BoxOverlay = () => {
  const [at, setAt] = useState(-1);
  const id = useId();
  const all = boxes.value;
  const active = all[at];
  const go = (n: number): void => {
    const box = all[n];
    if (box) goToOffset(box.at);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = all.length > 0 && steps[event.key]?.(at, all.length);
    if (typeof next === 'number') setAt(next);
    else if (event.key === 'Enter' || event.key === ' ') go(at);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent): void => {
    const touched = atPointer(event);
    // touch has no hover, so the first tap selects and the second goes to the code
    const isFirst = (event as PointerEvent).pointerType === 'touch' && touched !== at;
    if (isFirst) setAt(touched);
    else go(touched);
  };
  return (
    <div
      class="boxes"
      role="listbox"
      aria-label={texts.title}
      aria-activedescendant={active && id}
      tabIndex={0}
      onPointerMove={(event) => event.pointerType !== 'touch' && setAt(atPointer(event))}
      onPointerLeave={(event) => event.pointerType !== 'touch' && setAt(-1)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && setAt(Math.max(at, 0))}
      onBlur={() => setAt(-1)}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {boxesAtCursor.value.map((box, n) => (
        <span key={n} class="box at-cursor" style={toStyle(box)} />
      ))}
      {active && (
        <span
          id={id}
          role="option"
          aria-selected="true"
          aria-posinset={at + 1}
          aria-setsize={all.length}
          class="box active"
          style={toStyle(active)}
        >
          <Label box={active} />
        </span>
      )}
    </div>
  );
};
