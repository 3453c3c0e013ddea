import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { words } from '../words.ts';
import { Icon } from './icons.tsx';

const { dialogs: texts } = words;

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly size?: 'small' | 'large';
}

/** A modal dialog; Escape closes it. */
export const Dialog = ({ title, onClose, children, size = 'small' }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => element.current?.showModal(), []);
  return (
    <dialog
      ref={element}
      class={`dialog ${size}`}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === element.current && element.current?.close()}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="quiet square" aria-label={texts.close} onClick={() => element.current?.close()}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
};
