import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../words.ts';
import { Icon } from './icons.tsx';
import { raiseNotice } from './notice.tsx';

const { dialogs: texts } = words;

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly size?: 'small' | 'large';
}

/** Returns whether a dialog is open. */
export const isDialogOpen = (): boolean => document.querySelector('dialog:modal') !== null;

/** A modal dialog; Escape closes it. It opens and closes in the task of the event, so that the next key finds the page as it will be. */
export const Dialog = ({ title, onClose, children, size = 'small' }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = element.current;
    shown?.showModal();
    raiseNotice();
    // the focus returns to where it was
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${size}`}
      aria-labelledby={id}
      // a gesture of the system; the event also arrives, late, for a dialog that is gone
      onClose={() => element.current && onClose()}
      onClick={(event) => event.target === element.current && onClose()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="quiet square" aria-label={texts.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
};
