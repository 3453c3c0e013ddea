import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { getMessage } from '../session/service.ts';
import { settingsAddress } from '../shell/address.ts';
import { type SettingsName, settingsName } from '../shell/places.ts';
import { words } from '../words.ts';
import { loadAccountTemplates } from './account-templates.ts';
import { ApiKeysSection } from './api-keys-section.tsx';
import { FailuresSection } from './failures-section.tsx';
import { FallbackSection } from './fallback-section.tsx';
import { FontsSection } from './fonts-section.tsx';
import { RevocationsSection } from './revocations-section.tsx';
import { allowedSections, loadRights } from './rights.ts';
import { SigningKeysSection } from './signing-keys-section.tsx';
import { SitesSection } from './sites-section.tsx';
import { UsageSection } from './usage-section.tsx';
import { ViewsSection } from './views-section.tsx';

const sections: Readonly<Record<SettingsName, ComponentType>> = {
  usage: UsageSection,
  views: ViewsSection,
  failures: FailuresSection,
  'api-keys': ApiKeysSection,
  'signing-keys': SigningKeysSection,
  sites: SitesSection,
  fallback: FallbackSection,
  fonts: FontsSection,
  revocations: RevocationsSection,
};

const { settings: texts } = words;

/** Everything of the account besides templates, as far as the session's API key may use it. */
export const Settings = () => {
  const [problem, setProblem] = useState('');
  useEffect(() => {
    loadRights().catch((error) => setProblem(getMessage(error)));
    void loadAccountTemplates();
  }, []);
  const allowed = allowedSections();
  const wanted = settingsName.value;
  const name = allowed?.find((one) => one === wanted) ?? allowed?.[0];
  useEffect(() => {
    if (name !== undefined) settingsName.value = name;
  }, [name]);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [name]);
  const Section = name && sections[name];
  return (
    <main class="settings" tabIndex={-1} aria-busy={allowed === undefined && problem === ''}>
      <nav ref={nav} aria-label={texts.title}>
        {allowed?.map((one) => (
          <a key={one} href={settingsAddress(one)} aria-current={one === name ? 'page' : undefined}>
            {texts.sections[one]}
          </a>
        ))}
      </nav>
      <div class="settings-section">
        <h1>{name ? texts.sections[name] : texts.title}</h1>
        {allowed === undefined && problem === '' && <p class="empty">{texts.loading}</p>}
        {problem && (
          <p class="failure" role="alert">
            {problem}
          </p>
        )}
        {allowed?.length === 0 && <p class="empty">{texts.nothingAllowed}</p>}
        {Section && <Section key={name} />}
      </div>
    </main>
  );
};
