import { effect, signal } from '@preact/signals';

export type Theme = 'light' | 'dark';

const storageKey = 'studio-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const ofSystem = (): Theme => (system.matches ? 'dark' : 'light');
const chosen = localStorage.getItem(storageKey);

export const theme = signal<Theme>(chosen === 'dark' || chosen === 'light' ? chosen : ofSystem());

system.addEventListener('change', () => {
  if (!localStorage.getItem(storageKey)) theme.value = ofSystem();
});

export const switchTheme = (): void => {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  localStorage.setItem(storageKey, theme.value);
};

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
