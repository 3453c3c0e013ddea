import { useState } from 'preact/hooks';
import { words } from '../words.ts';
import { getMessage } from './service.ts';
import { clearKey, storeKey } from './stage.ts';

const { signIn: texts } = words;

/** The page before a key is entered. @param open opens the studio; throws if the service rejects the key */
export const SignIn = ({ problem: first, open }: { problem: string; open: () => Promise<void> }) => {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    storeKey(key.trim());
    try {
      await open();
    } catch (error) {
      clearKey();
      setProblem(getMessage(error));
      setBusy(false);
    }
  };
  return (
    <main class="locked">
      <img src="/icon.svg" alt="" width={48} height={48} />
      <h1>{texts.title}</h1>
      <form class="sign-in" onSubmit={send}>
        <label class="field" for="api-key">
          <span>{texts.key}</span>
          <input
            id="api-key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="iu_…"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={isBusy || key.trim() === ''}>
          {isBusy ? texts.opening : texts.open}
        </button>
        {problem && (
          <p class="failure" role="alert">
            {problem}
          </p>
        )}
      </form>
      <p>{texts.note}</p>
    </main>
  );
};
