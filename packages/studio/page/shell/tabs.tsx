import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface TabsProps {
  readonly label: string;
  readonly titles: readonly string[];
  readonly at: number;
  readonly onChange: (at: number) => void;
  readonly children: ComponentChildren;
}

/** Tabs with one visible panel; arrow keys switch tabs. */
export const Tabs = ({ label, titles, at, onChange, children }: TabsProps) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (at + step + titles.length) % titles.length;
    onChange(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {titles.map((title, n) => (
          <button
            type="button"
            role="tab"
            id={`${id}-${n}`}
            key={title}
            aria-selected={n === at}
            aria-controls={`${id}-panel`}
            tabIndex={n === at ? 0 : -1}
            onClick={() => onChange(n)}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="panel" key={at} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${at}`}>
        {children}
      </div>
    </>
  );
};
